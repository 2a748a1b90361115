# Does what Stage does, once each way, and says what did not go: everything.sh, in an empty folder.
# Whether something can be refused is told by $WITHOUT, a list of what the kernel lacks.

said() { echo "failed: $*"; }
without() { case ,$WITHOUT, in *,"$1",*) return 0 ;; *) return 1 ;; esac; }

head -c 300000 /dev/urandom >f.bin
mkdir -p t/in/deep d
echo x >t/in/deep/x.txt
ln -s in/deep/x.txt t/link
ln -s ../link t/in/back
truncate -s 5M t/sparse && echo data >>t/sparse

token=$(stage send f.bin) || said send
area=$(stage receive "$token") && cmp f.bin "$area" || said receive
stage keep "$area" kept.bin >kept && cmp f.bin kept.bin || said keep
stage receive "$token" --to to.bin >out && cmp f.bin to.bin || said receive --to
stage receive "$token" --to to.bin --force >out && cmp f.bin to.bin || said receive --force
stage receive "$token" --to to.bin >out 2>&1 && said a file was replaced
stage receive "$token" --stdout | cmp - f.bin || said receive --stdout
stage receive "$token" --exec cmp {} f.bin || said receive --exec
stage send - <f.bin >from-file && stage receive @from-file --stdout | cmp - f.bin || said send from a file
cat f.bin | stage send - >from-pipe && stage receive @from-pipe --stdout | cmp - f.bin || said send from a pipe

tree=$(stage send t) || said send of a tree
area=$(stage receive "$tree") && diff -r t "$area" || said receive of a tree
stage keep "$area" t3 >out && diff -r t t3 || said keep of a tree
stage receive "$tree" --to t2 >out && diff -r t t2 || said receive --to of a tree
stage receive "$tree" --to d >out && stage receive "$tree" --to d --force >out && diff -r t d/t ||
    said receive --force of a tree
stage receive "$tree" --to d >out 2>&1 && said a tree was replaced
ls -A . d | grep '^\.stage' && said something is left over

cp f.bin moved.bin
token2=$(stage send --move moved.bin) && test ! -e moved.bin || said send --move
stage receive "$token2" --to moved2.bin >out && cmp moved2.bin f.bin || said receive of a move
cp -R t moved
token2=$(stage send --move moved) && test ! -e moved || said send --move of a tree
stage receive "$token2" --to moved2 >out && diff -r t moved2 || said receive of a moved tree
token2=$(stage send --original f.bin) && stage receive "$token2" --stdout | cmp - f.bin || said send --original

if without peerpidfd && without pidfd_open; then
    stage send --scope process:$$ f.bin 2>err && said a scope that cannot be kept
    grep -q 'use another scope' err || said the hint
else
    token2=$(stage send --scope process:$$ f.bin) && stage receive "$token2" --stdout | cmp - f.bin ||
        said send --scope process
fi
sleep 60 &
if without pidfd_open; then
    stage receive "$token" --while $! 2>err >out && said a process that cannot be held
    grep -q 'use --hold' err || said the hint
else
    stage receive "$token" --while $! >out || said receive --while
fi
kill $!
stage release "$(stage receive "$token")" || said release
stage revoke "$token" >out || said revoke
stage list >out || said list
stage status || said status
stage stop || said stop
test ! -e "$XDG_STATE_HOME/stage/socket" || said the socket is left

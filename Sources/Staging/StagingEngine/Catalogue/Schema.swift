internal import SQLite

/// The catalogue's tables, by version. A version that was ever released is never changed; the next one alters it.
enum Schema {
    /// The statements that lead from version N to N + 1, at place N.
    static let migrations = [
        """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE grants (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            sender_uid INTEGER NOT NULL,
            sender_pid INTEGER NOT NULL,
            scope TEXT NOT NULL,
            created_wall INTEGER NOT NULL,
            created_boot INTEGER NOT NULL,
            deadline_boot INTEGER NOT NULL,
            deadline_wall INTEGER NOT NULL,
            uses_left INTEGER,
            open_claims INTEGER NOT NULL,
            state TEXT NOT NULL,
            ended_wall INTEGER,
            ended_boot INTEGER,
            key TEXT,
            fingerprint TEXT,
            tokens BLOB NOT NULL DEFAULT x''
        );
        CREATE INDEX grants_due ON grants (deadline_boot) WHERE state = 'active';
        CREATE INDEX grants_ended ON grants (ended_boot) WHERE state != 'active';
        CREATE INDEX grants_of_user ON grants (sender_uid, number);
        CREATE INDEX grants_with_subject ON grants (number) WHERE state = 'active' AND scope GLOB 'process *';
        CREATE INDEX grants_by_subject ON grants (scope) WHERE state = 'active' AND scope GLOB 'process *';
        CREATE UNIQUE INDEX grants_by_key ON grants (sender_uid, key) WHERE key IS NOT NULL AND state = 'active';
        CREATE INDEX grants_being_received ON grants (number) WHERE open_claims > 0;
        CREATE TABLE tokens (
            digest BLOB PRIMARY KEY, grant_number INTEGER NOT NULL, made_boot INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE representations (
            grant_number INTEGER NOT NULL,
            place INTEGER NOT NULL,
            type TEXT NOT NULL, mime TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL,
            scope TEXT NOT NULL, shown_scope TEXT NOT NULL,
            kind TEXT NOT NULL, staged TEXT NOT NULL, consistency TEXT,
            declared TEXT, mismatch INTEGER NOT NULL,
            object TEXT, volume TEXT, is_tree INTEGER, object_size INTEGER, object_inode INTEGER,
            object_modified INTEGER, object_mode INTEGER, object_owner INTEGER, permissions INTEGER,
            original_path BLOB, original_device INTEGER, original_inode INTEGER, original_size INTEGER,
            original_modified INTEGER,
            PRIMARY KEY (grant_number, place)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX representations_by_object ON representations (object) WHERE object IS NOT NULL;
        CREATE INDEX representations_held ON representations (grant_number)
            WHERE original_device IS NOT NULL AND original_path IS NULL;
        CREATE TABLE areas (
            id TEXT PRIMARY KEY,
            grant_number INTEGER NOT NULL, grant_id TEXT NOT NULL, receiver_uid INTEGER NOT NULL,
            volume TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, size INTEGER NOT NULL,
            object TEXT NOT NULL, lease_boot INTEGER NOT NULL, lease_wall INTEGER NOT NULL,
            claim TEXT, bound_pid INTEGER, bound_started INTEGER, damaged INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX areas_due ON areas (lease_boot) WHERE claim IS NULL;
        CREATE INDEX areas_of_user ON areas (receiver_uid, id);
        CREATE INDEX areas_by_claim ON areas (claim) WHERE claim IS NOT NULL;
        CREATE INDEX areas_by_object ON areas (object);
        CREATE INDEX areas_bound ON areas (id) WHERE bound_pid IS NOT NULL;
        CREATE INDEX areas_by_bound ON areas (bound_pid, bound_started, id) WHERE bound_pid IS NOT NULL;
        CREATE TABLE receptions (
            grant_number INTEGER NOT NULL, place INTEGER NOT NULL, at INTEGER NOT NULL, uid INTEGER NOT NULL,
            pid INTEGER NOT NULL, type TEXT NOT NULL, PRIMARY KEY (grant_number, place)
        ) WITHOUT ROWID;
        CREATE TABLE requests (
            number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, answer BLOB NOT NULL,
            deadline_boot INTEGER NOT NULL
        );
        CREATE TABLE removals (
            number INTEGER PRIMARY KEY, volume TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
            grant_number INTEGER
        );
        CREATE INDEX removals_by_name ON removals (name);
        CREATE TABLE usage (uid INTEGER PRIMARY KEY, grants INTEGER NOT NULL, areas INTEGER NOT NULL);
        """,
        // Files that were taken over, whose senders' names are still to go.
        """
        CREATE TABLE moves (
            object TEXT PRIMARY KEY, volume TEXT NOT NULL, inode INTEGER NOT NULL, path BLOB NOT NULL
        ) WITHOUT ROWID;
        """,
        // A user's live grants are listed however many have ended, and areas are marked once.
        """
        DROP INDEX grants_of_user;
        CREATE INDEX grants_active_of_user ON grants (sender_uid, number) WHERE state = 'active';
        CREATE INDEX grants_ended_of_user ON grants (sender_uid, number) WHERE state != 'active';
        DROP INDEX areas_by_object;
        CREATE INDEX areas_undamaged ON areas (object) WHERE damaged = 0;
        """,
        // What senders export when a receiver asks for it, and types that only the sender declares.
        """
        ALTER TABLE representations ADD COLUMN supertypes TEXT;
        CREATE INDEX representations_promised ON representations (grant_number) WHERE kind = 'promised';
        """,
        // Items that were offered to destinations.
        """
        CREATE TABLE drops (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner_uid INTEGER NOT NULL, name TEXT NOT NULL,
            grant_number INTEGER NOT NULL UNIQUE, request TEXT NOT NULL, tries INTEGER NOT NULL,
            max_tries INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT
        );
        CREATE INDEX drops_of_user ON drops (owner_uid, number) WHERE state IN ('queued', 'accepted', 'dead');
        CREATE INDEX drops_of_destination ON drops (owner_uid, name, number)
            WHERE state IN ('queued', 'accepted', 'dead');
        CREATE INDEX drops_live ON drops (number) WHERE state IN ('queued', 'accepted');
        """,
        // Less to write for each grant. The newest of those that have ended stand beside the active ones, so that an end
        // moves a grant within a page. Nor is it kept what a user has, which is counted at the start. Representations
        // become rows by one number, their grant's and their place, which are cheaper to add at the end. The reception
        // that spends a grant is noted with its end.
        """
        DROP INDEX grants_due;
        DROP INDEX grants_ended;
        DROP INDEX grants_active_of_user;
        DROP INDEX grants_ended_of_user;
        ALTER TABLE grants ADD COLUMN is_active AS (state = 'active');
        ALTER TABLE grants ADD COLUMN ends_boot AS (coalesce(ended_boot, deadline_boot));
        CREATE INDEX grants_by_end ON grants (is_active, ends_boot);
        CREATE INDEX grants_of_user ON grants (sender_uid, is_active);
        ALTER TABLE grants ADD COLUMN last_wall INTEGER;
        ALTER TABLE grants ADD COLUMN last_uid INTEGER;
        ALTER TABLE grants ADD COLUMN last_pid INTEGER;
        ALTER TABLE grants ADD COLUMN last_type TEXT;
        DROP TABLE usage;
        CREATE TABLE forms (
            slot INTEGER PRIMARY KEY,
            type TEXT NOT NULL, mime TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL,
            scope TEXT NOT NULL, shown_scope TEXT NOT NULL,
            kind TEXT NOT NULL, staged TEXT NOT NULL, consistency TEXT,
            declared TEXT, mismatch INTEGER NOT NULL,
            object TEXT, volume TEXT, is_tree INTEGER, object_size INTEGER, object_inode INTEGER,
            object_modified INTEGER, object_mode INTEGER, object_owner INTEGER, permissions INTEGER,
            original_path BLOB, original_device INTEGER, original_inode INTEGER, original_size INTEGER,
            original_modified INTEGER, supertypes TEXT,
            grant_number AS (slot >> 8)
        );
        INSERT INTO forms SELECT grant_number << 8 | place, type, mime, name, size, scope, shown_scope, kind, staged,
            consistency, declared, mismatch, object, volume, is_tree, object_size, object_inode, object_modified,
            object_mode, object_owner, permissions, original_path, original_device, original_inode, original_size,
            original_modified, supertypes FROM representations;
        DROP TABLE representations;
        ALTER TABLE forms RENAME TO representations;
        CREATE UNIQUE INDEX representations_by_object ON representations (object) WHERE object IS NOT NULL;
        CREATE INDEX representations_promised ON representations (grant_number) WHERE kind = 'promised';
        CREATE INDEX representations_held ON representations (grant_number)
            WHERE original_device IS NOT NULL AND original_path IS NULL;
        """,
        // Pasteboards: names under a user, with the grants that lie there.
        """
        CREATE TABLE pasteboards (
            owner INTEGER NOT NULL, name TEXT NOT NULL, change_count INTEGER NOT NULL,
            bound_pid INTEGER, bound_started INTEGER,
            PRIMARY KEY (owner, name)
        ) WITHOUT ROWID;
        CREATE INDEX pasteboards_bound ON pasteboards (owner, name) WHERE bound_pid IS NOT NULL;
        CREATE INDEX pasteboards_by_bound ON pasteboards (bound_pid, bound_started) WHERE bound_pid IS NOT NULL;
        CREATE TABLE pasteboard_items (
            owner INTEGER NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL, grant_number INTEGER NOT NULL,
            PRIMARY KEY (owner, name, place)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX pasteboard_items_by_grant ON pasteboard_items (grant_number);
        """,
    ]

    /// Brings the database to the newest version.
    /// - Throws: ``SQLiteError``, or ``NewerSchema`` where a later program has written it.
    static func migrate(_ connection: Connection) throws {
        let version = try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
        guard version <= migrations.count else { throw NewerSchema(version: version) }
        for next in version..<migrations.count {
            try connection.transaction {
                try connection.execute(migrations[next])
                try connection.execute("PRAGMA user_version = \(next + 1)")
            }
        }
    }

    /// The database was written by a later version of the program.
    struct NewerSchema: Error {
        let version: Int
    }
}

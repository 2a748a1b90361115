extension SourceCues {
    /// Builds, markup, data and other texts.
    static let prose = #"""
        public.css | 5 | body {
        public.css | 5 | @media *{
        public.css | 6 | @import url(*
        public.css | 6 | @font-face {
        public.css | 4 | .* {
        public.css | 4 | #* {
        public.css | 3 | a:hover*
        public.css | 5 | color: *;
        public.css | 5 | margin*: *;
        public.css | 5 | padding*: *;
        public.css | 5 | font-*: *;
        public.css | 5 | background*: *;
        public.css | 5 | display: *;
        public.css | 4 | border*: *;
        public.css | 4 | text-align: *;
        public.css | 3 | width: *;
        public.css | 3 | height: *;
        org.sass-lang.scss | 9 | @mixin *{
        org.sass-lang.scss | 9 | @include *;
        org.sass-lang.scss | 7 | $*: *;
        org.sass-lang.scss | 6 | *: $*;
        org.sass-lang.scss | 4 | &:* {
        org.sass-lang.scss | 4 | &.* {
        org.sass-lang.scss | 6 | @extend *;
        org.sass-lang.scss | 6 | @include *{
        org.sass-lang.scss | 6 | @use "*
        org.sass-lang.scss | 6 | @use '*
        org.sass-lang.scss | 6 | @forward "*
        org.sass-lang.scss | 6 | @forward '*
        org.sass-lang.scss | 8 | @each $* in *
        org.sass-lang.scss | 6 | @function *(*) {
        org.lesscss.less | 5 | @*: *;
        org.lesscss.less | 6 | *: @*;
        org.lesscss.less | 7 | .* when (*
        org.lesscss.less | 8 | @import (*) *
        org.lesscss.less | 4 | .*();
        org.lesscss.less | 4 | .*(*) {
        org.lesscss.less | 4 | &:* {
        org.lesscss.less | 4 | &.* {
        public.make-source | 9 | .PHONY: *
        public.make-source | 4 | all: *
        public.make-source | 4 | all:
        public.make-source | 5 | clean:
        public.make-source | 4 | install: *
        public.make-source | 5 | ifeq (*
        public.make-source | 6 | CC = *
        public.make-source | 6 | CFLAGS*= *
        public.make-source | 6 | $(CC) *
        public.make-source | 4 | rm -*
        public.make-source | 8 | %.o: %.*
        public.make-source | 5 | $(* : *
        org.kitware.cmake-source | 14 | ~cmake_minimum_required(*
        org.kitware.cmake-source | 7 | ~add_executable(*
        org.kitware.cmake-source | 7 | ~add_library(*
        org.kitware.cmake-source | 8 | ~target_link_libraries(*
        org.kitware.cmake-source | 7 | ~find_package(*
        org.kitware.cmake-source | 5 | ~project(*
        org.kitware.cmake-source | 4 | ~set(* *)
        org.kitware.cmake-source | 4 | ~endif(*)
        org.kitware.cmake-source | 4 | ~include(*)
        com.mesonbuild.source | 6 | project('*
        com.mesonbuild.source | 6 | executable('*
        com.mesonbuild.source | 8 | option('*
        com.mesonbuild.source | 6 | * = dependency('*
        com.mesonbuild.source | 4 | subdir('*
        com.docker.dockerfile | 2 | FROM *
        com.docker.dockerfile | 5 | RUN *
        com.docker.dockerfile | 5 | ENTRYPOINT *
        com.docker.dockerfile | 5 | WORKDIR *
        com.docker.dockerfile | 2 | CMD *
        com.docker.dockerfile | 3 | COPY *
        com.docker.dockerfile | 2 | ADD *
        com.docker.dockerfile | 3 | ENV *
        com.docker.dockerfile | 3 | EXPOSE *
        com.docker.dockerfile | 4 | MAINTAINER *
        org.gnu.autoconf-source | 14 | AC_INIT(*
        org.gnu.autoconf-source | 6 | AC_PROG_CC*
        org.gnu.autoconf-source | 6 | AC_OUTPUT*
        org.gnu.m4-source | 4 | dnl *
        org.gnu.m4-source | 5 | m4_define(*
        org.gnu.m4-source | 5 | AC_DEFUN(*
        net.daringfireball.markdown | 9 | ```*
        net.daringfireball.markdown | 6 | [![*
        net.daringfireball.markdown | 6 | ![*](*)
        net.daringfireball.markdown | 1 | ## *
        net.daringfireball.markdown | 1 | ### *
        net.daringfireball.markdown | 5 | [*](*)*
        net.daringfireball.markdown | 4 | - [*](*)*
        net.daringfireball.markdown | 5 | |---*
        net.daringfireball.markdown | 4 | [*]: http*
        net.daringfireball.markdown | 1 | # *
        net.daringfireball.markdown | 1 | - *
        net.daringfireball.markdown | 2 | > *
        org.python.restructuredtext | 8 | .. code-block:: *
        org.python.restructuredtext | 8 | .. image:: *
        org.python.restructuredtext | 8 | .. toctree::*
        org.python.restructuredtext | 7 | .. contents::*
        org.python.restructuredtext | 7 | .. note::*
        org.python.restructuredtext | 7 | .. _*: *
        org.python.restructuredtext | 3 | ====*
        org.python.restructuredtext | 1 | ----*
        org.asciidoctor.asciidoc | 6 | :toc:*
        org.asciidoctor.asciidoc | 6 | [source,*]
        org.asciidoctor.asciidoc | 3 | == *
        org.asciidoctor.asciidoc | 3 | === *
        org.asciidoctor.asciidoc | 2 | = *
        org.orgmode.org | 8 | #+TITLE: *
        org.orgmode.org | 8 | #+BEGIN_SRC*
        org.orgmode.org | 6 | #+STARTUP: *
        org.tug.tex | 14 | \documentclass*
        org.tug.tex | 6 | \begin{*}*
        org.tug.tex | 6 | \section{*
        org.tug.tex | 6 | \usepackage*
        org.tug.tex | 6 | \newcommand*
        org.tug.tex | 5 | \def\*
        org.tug.tex | 3 | \item *
        org.tug.tex | 5 | \input *
        org.tug.tex | 6 | \ProvidesPackage*
        org.tug.tex | 5 | \NeedsTeXFormat*
        org.tug.bibtex | 14 | ~@article{*,
        org.tug.bibtex | 14 | ~@book{*,
        org.tug.bibtex | 14 | ~@inproceedings{*,
        org.tug.bibtex | 14 | ~@misc{*,
        org.tug.bibtex | 14 | ~@phdthesis{*,
        org.tug.bibtex | 14 | ~@techreport{*,
        org.gnu.troff | 7 | .SH *
        org.gnu.troff | 7 | .TH *
        org.gnu.troff | 4 | .PP
        org.gnu.troff | 4 | .\" *
        org.gnu.troff | 4 | .de *
        org.gnu.troff | 4 | .ds *
        org.gnu.troff | 3 | .nr *
        org.gnu.troff | 4 | .ie *
        org.gnu.troff | 3 | .if *
        org.gnu.troff | 4 | .Dd *
        org.gnu.troff | 5 | .Sh *
        org.gnu.troff | 4 | .B *
        org.gnu.troff | 4 | .TP
        org.troff.ms | 1 | .TL
        org.troff.ms | 1 | .AU
        org.troff.ms | 1 | .PP
        org.troff.mm | 1 | .TL
        org.troff.mm | 1 | .P
        org.troff.mm | 2 | .HU *
        org.troff.mm | 1 | \" *
        org.troff.mm | 1 | .MT *
        org.troff.mm | 1 | .H 1 *
        org.sql.source | 7 | ~create table *
        org.sql.source | 7 | ~insert into *
        org.sql.source | 6 | ~drop table *
        org.sql.source | 6 | ~alter table *
        org.sql.source | 6 | ~create database *
        org.sql.source | 6 | ~select * from *
        org.sql.source | 5 | ~primary key *
        org.sql.source | 4 | ~begin;
        org.w3.turtle | 7 | @prefix *: <*> .
        org.w3.turtle | 2 | a *:* ;
        org.w3.trig | 5 | @prefix *: <*> .
        org.w3.trig | 9 | GRAPH <*
        org.w3.n-triples | 8 | <http*> <http*> <http*> .
        org.w3.n-triples | 8 | <http*> <http*> "*" .
        org.w3.sparql-query | 7 | PREFIX *: <*>
        org.w3.sparql-query | 6 | ~select ?*
        public.geometry-definition-format | 6 | mtllib *
        public.geometry-definition-format | 4 | v * * *
        public.geometry-definition-format | 4 | f * * *
        public.geometry-definition-format | 4 | vn * * *
        public.geometry-definition-format | 3 | usemtl *
        public.geometry-definition-format | 4 | vt * *
        com.wavefront.mtl | 8 | newmtl *
        com.wavefront.mtl | 5 | Kd * * *
        com.wavefront.mtl | 4 | Ka * * *
        org.reprap.gcode | 6 | G1 X*
        org.reprap.gcode | 6 | G1 Z*
        org.reprap.gcode | 5 | G28*
        org.reprap.gcode | 5 | M104 *
        org.reprap.gcode | 5 | M109 *
        org.reprap.gcode | 4 | G21*
        org.reprap.gcode | 4 | G90*
        org.reprap.gcode | 4 | M107*
        org.gherkin.feature | 7 | Feature: *
        org.gherkin.feature | 6 | Scenario: *
        org.gherkin.feature | 6 | Scenario Outline: *
        org.gherkin.feature | 3 | Given *
        org.gherkin.feature | 2 | When *
        org.gherkin.feature | 2 | Then *
        org.gnu.gettext-po | 7 | msgid "*"
        org.gnu.gettext-po | 7 | msgstr "*"
        org.cert.rpm-spec | 7 | %description*
        org.cert.rpm-spec | 7 | %prep
        org.cert.rpm-spec | 5 | %files*
        org.cert.rpm-spec | 6 | BuildRequires: *
        org.cert.rpm-spec | 3 | Summary: *
        org.netfilter.iptables | 7 | :INPUT *
        org.netfilter.iptables | 7 | -A INPUT *
        org.netfilter.iptables | 5 | COMMIT
        org.openvpn.profile | 6 | dev tun*
        org.openvpn.profile | 5 | persist-key
        org.openvpn.profile | 5 | persist-tun
        org.openvpn.profile | 4 | remote * *
        org.openvpn.profile | 5 | tls-client
        org.openvpn.profile | 4 | reneg-sec *
        org.openvpn.profile | 4 | verb *
        org.openvpn.profile | 3 | proto udp*
        com.goldenhawk.cue | 8 | FILE "*" BINARY
        com.goldenhawk.cue | 8 | FILE "*" WAVE
        com.goldenhawk.cue | 6 | TRACK 01 *
        com.goldenhawk.cue | 4 | INDEX 01 *
        org.palletsprojects.jinja-template | 6 | {% extends "*" %}
        org.palletsprojects.jinja-template | 4 | {% block * %}*
        org.palletsprojects.jinja-template | 6 | {%- *
        org.palletsprojects.jinja-template | 3 | {% if * %}*
        org.palletsprojects.jinja-template | 3 | {% for * in * %}*
        com.symfony.twig-template | 3 | {% block * %}*
        com.symfony.twig-template | 6 | {{ dump(*
        com.symfony.twig-template | 6 | {% include "*.twig" %}*
        com.symfony.twig-template | 6 | {% extends "*.twig" %}*
        org.handlebars.template | 8 | {{#if *}}*
        org.handlebars.template | 8 | {{#each *}}*
        org.handlebars.template | 7 | {{/if}}*
        org.handlebars.template | 7 | {{/each}}*
        org.todotxt.todo | 7 | (A) * +*
        org.todotxt.todo | 7 | (A) * @*
        org.todotxt.todo | 7 | (B) * +*
        org.gnuplot.script | 6 | set xlabel *
        org.gnuplot.script | 6 | set terminal *
        org.gnuplot.script | 6 | plot *
        org.lrc.lrc | 6 | [ti:*]
        org.lrc.lrc | 6 | [ar:*]
        org.lrc.lrc | 5 | [al:*]
        org.lrc.lrc | 6 | [00:*.*]*
        org.lrc.lrc | 6 | [by:*]
        """#
}

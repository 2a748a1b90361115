extension SourceCues {
    /// Languages that are run as they stand.
    static let scripts = #"""
        public.python-script | 8 | if __name__ == *
        public.python-script | 5 | def *(*):
        public.python-script | 6 | def *(self*
        public.python-script | 5 | def *(*) -> *:
        public.python-script | 5 | from * import *
        public.python-script | 4 | class *(*):
        public.python-script | 3 | class *:
        public.python-script | 3 | import os*
        public.python-script | 3 | import sys*
        public.python-script | 3 | import re
        public.python-script | 2 | import *
        public.python-script | 4 | elif *:
        public.python-script | 4 | except *:
        public.python-script | 3 | try:
        public.python-script | 3 | for * in *:
        public.python-script | 2 | print(*)
        public.python-script | 3 | self.* = *
        public.python-script | 3 | with * as *:
        public.python-script | 5 | # -*- coding: *
        public.python-script | 4 | """*
        public.ruby-script | 8 | require_relative *
        public.ruby-script | 5 | require '*'
        public.ruby-script | 6 | attr_accessor :*
        public.ruby-script | 6 | attr_reader :*
        public.ruby-script | 4 | class * < *
        public.ruby-script | 2 | def *
        public.ruby-script | 2 | end
        public.ruby-script | 4 | puts *
        public.ruby-script | 4 | elsif *
        public.ruby-script | 5 | # frozen_string_literal: *
        public.ruby-script | 3 | module *
        public.ruby-script | 4 | def self.*
        public.perl-script | 7 | use strict;
        public.perl-script | 7 | use warnings;
        public.perl-script | 5 | my $* = *
        public.perl-script | 6 | my (*) = @_;
        public.perl-script | 6 | my @* = *
        public.perl-script | 3 | sub * {
        public.perl-script | 5 | package *::*;
        public.perl-script | 4 | use *::*;
        public.perl-script | 6 | =head1 *
        public.perl-script | 4 | =cut
        public.perl-script | 5 | use Test::*
        public.php-script | 6 | <?php*
        public.php-script | 5 | <?= *
        com.netscape.javascript-source | 6 | module.exports*
        com.netscape.javascript-source | 7 | const * = require(*
        com.netscape.javascript-source | 7 | var * = require(*
        com.netscape.javascript-source | 5 | console.log(*
        com.netscape.javascript-source | 6 | document.*(*
        com.netscape.javascript-source | 5 | window.*
        com.netscape.javascript-source | 4 | function *(*) {
        com.netscape.javascript-source | 3 | function(*
        com.netscape.javascript-source | 5 | export default *
        com.netscape.javascript-source | 5 | import * from '*'*
        com.netscape.javascript-source | 5 | import * from "*"*
        com.netscape.javascript-source | 4 | export function *(*
        com.netscape.javascript-source | 4 | export const *
        com.netscape.javascript-source | 4 | const * = (*) => *
        com.netscape.javascript-source | 6 | 'use strict'*
        com.netscape.javascript-source | 6 | "use strict"*
        com.netscape.javascript-source | 3 | const * = *;
        com.netscape.javascript-source | 2 | let * = *;
        com.netscape.javascript-source | 2 | var * = *;
        com.netscape.javascript-source | 4 | async function *
        com.netscape.javascript-source | 3 | this.* = *;
        com.netscape.javascript-source | 5 | $(document)*
        com.netscape.javascript-source | 5 | (function*(*) {
        com.microsoft.typescript | 12 | export declare *
        com.microsoft.typescript | 9 | export interface *
        com.microsoft.typescript | 6 | interface * {
        com.microsoft.typescript | 8 | import type *
        com.microsoft.typescript | 7 | export type * = *
        com.microsoft.typescript | 6 | private *: *;
        com.microsoft.typescript | 6 | private readonly *
        com.microsoft.typescript | 6 | readonly *: *
        com.microsoft.typescript | 5 | constructor(private *
        com.microsoft.typescript | 6 | function *(*: *): * {
        com.microsoft.typescript | 6 | const *: * = *
        com.microsoft.typescript | 5 | let *: * = *
        com.microsoft.typescript | 5 | export class * {
        com.microsoft.typescript | 5 | @Component(*
        com.microsoft.typescript | 7 | declare *
        com.microsoft.typescript | 6 | export enum *
        com.microsoft.typescript | 6 | name: string;
        com.microsoft.typescript | 6 | id: number;
        com.microsoft.typescript | 5 | constructor(*: string*
        com.microsoft.typescript | 5 | constructor(*: number*
        com.microsoft.typescript | 5 | const * = (*: *) => *
        org.lua.source | 6 | local function *(*)
        org.lua.source | 5 | local * = require*
        org.lua.source | 4 | local * = *
        org.lua.source | 5 | elseif * then
        org.lua.source | 3 | if * then
        org.lua.source | 2 | end
        org.lua.source | 3 | function *(*)
        tk.tcl.source | 7 | proc * {*} {
        tk.tcl.source | 7 | package require *
        tk.tcl.source | 5 | namespace eval * {
        tk.tcl.source | 3 | puts "*"
        tk.tcl.source | 2 | set * [*]
        com.microsoft.batch-script | 14 | ~@echo off*
        com.microsoft.batch-script | 6 | ~if exist *
        com.microsoft.batch-script | 6 | ~if not exist *
        com.microsoft.batch-script | 6 | ~setlocal*
        com.microsoft.batch-script | 5 | ~goto :*
        com.microsoft.batch-script | 4 | ~set *=%*%*
        com.microsoft.batch-script | 5 | ~echo.
        com.microsoft.batch-script | 2 | ~rem *
        com.microsoft.powershell-script | 10 | ~write-host *
        com.microsoft.powershell-script | 7 | ~write-output *
        com.microsoft.powershell-script | 9 | ~[cmdletbinding(*
        com.microsoft.powershell-script | 6 | function *-* {
        com.microsoft.powershell-script | 5 | ~param(*
        com.microsoft.powershell-script | 5 | ~param (*
        com.microsoft.powershell-script | 4 | $* = Get-*
        com.microsoft.powershell-script | 6 | $* = New-Object *
        com.microsoft.powershell-script | 6 | Import-Module *
        com.microsoft.powershell-script | 10 | ~$erroractionpreference = *
        com.microsoft.powershell-script | 9 | ~set-strictmode *
        com.microsoft.powershell-script | 9 | ~set-executionpolicy *
        com.microsoft.powershell-script | 9 | ~invoke-webrequest *
        com.microsoft.powershell-script | 9 | ~invoke-expression *
        com.microsoft.powershell-script | 7 | ~start-process *
        com.microsoft.powershell-script | 6 | ~get-childitem*
        com.microsoft.powershell-script | 6 | ~remove-item *
        com.microsoft.powershell-script | 6 | ~copy-item *
        com.microsoft.powershell-script | 4 | <#
        com.microsoft.powershell-script | 6 | .SYNOPSIS*
        com.microsoft.vbscript | 9 | ~set * = createobject(*
        com.microsoft.vbscript | 8 | ~wscript.*
        com.microsoft.vbscript | 10 | ~msgbox(*
        com.microsoft.vbscript | 6 | ~msgbox *
        com.microsoft.vbscript | 5 | ~on error resume next
        com.microsoft.visual-basic-source | 8 | ~imports system*
        com.microsoft.visual-basic-source | 10 | Attribute VB_Name*
        com.microsoft.visual-basic-source | 6 | ~end sub
        com.microsoft.visual-basic-source | 6 | ~end function
        com.microsoft.visual-basic-source | 4 | ~dim * as *
        com.microsoft.visual-basic-source | 5 | ~public sub *(*
        com.microsoft.visual-basic-source | 5 | ~private sub *(*
        org.r-project.source | 7 | * <- function(*
        org.r-project.source | 6 | library(*)
        org.julialang.source | 5 | using *: *
        """#
}

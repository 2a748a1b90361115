/// Lines by which ``SourceShapes`` knows languages, in tables that a person can edit.
///
/// Weight 1 is a line that several languages share, 3 one that few have, 6 one that hardly any other has, 14 one that
/// decides alone.
enum SourceCues {
    /// Languages that are compiled, and those of hardware and proofs.
    static let compiled = #"""
        public.c-source | 4 | #include <std*.h>
        public.c-source | 4 | #include <string.h>
        public.c-source | 4 | #include <unistd.h>
        public.c-source | 3 | #include <*.h>
        public.c-source | 3 | #include "*.h"
        public.c-source | 3 | int main(*)*
        public.c-source | 3 | #define *
        public.c-source | 2 | #ifdef *
        public.c-source | 2 | #ifndef *
        public.c-source | 3 | static *(*)*
        public.c-source | 3 | typedef struct *
        public.c-source | 3 | printf(*);
        public.c-source | 2 | struct * {
        public.c-source | 1 | return *;
        public.c-plus-plus-source | 8 | using namespace std;
        public.c-plus-plus-source | 6 | using namespace *;
        public.c-plus-plus-source | 6 | #include <iostream>
        public.c-plus-plus-source | 6 | #include <vector>
        public.c-plus-plus-source | 6 | #include <string>
        public.c-plus-plus-source | 6 | #include <memory>
        public.c-plus-plus-source | 5 | #include <*.hpp>
        public.c-plus-plus-source | 5 | #include "*.hpp"
        public.c-plus-plus-source | 5 | template *<*>*
        public.c-plus-plus-source | 5 | std::*
        public.c-plus-plus-source | 5 | cout << *
        public.c-plus-plus-source | 4 | virtual *(*)*
        public.c-plus-plus-source | 3 | namespace * {
        public.c-plus-plus-source | 2 | public:
        public.c-plus-plus-source | 2 | private:
        public.c-plus-plus-source | 2 | #include <*>
        public.objective-c-source | 6 | #import <Foundation/*
        public.objective-c-source | 4 | #import <*>
        public.objective-c-source | 4 | #import "*.h"
        public.objective-c-source | 6 | @interface * : *
        public.objective-c-source | 6 | @implementation *
        public.objective-c-source | 3 | @end
        public.objective-c-source | 5 | @property (*
        com.sun.java-source | 5 | package *;
        com.sun.java-source | 7 | import java.*;
        com.sun.java-source | 6 | import javax.*;
        com.sun.java-source | 3 | import *.*.*;
        com.sun.java-source | 5 | public class * {
        com.sun.java-source | 4 | public class *
        com.sun.java-source | 8 | public static void main(String*
        com.sun.java-source | 5 | System.out.print*
        com.sun.java-source | 4 | @Override
        com.sun.java-source | 2 | private final *;
        com.sun.java-source | 3 | public interface * {
        com.microsoft.csharp-source | 7 | using System;
        com.microsoft.csharp-source | 7 | using System.*;
        com.microsoft.csharp-source | 4 | using *.*;
        com.microsoft.csharp-source | 4 | namespace *
        com.microsoft.csharp-source | 5 | Console.Write*
        com.microsoft.csharp-source | 6 | public * { get; *
        com.microsoft.csharp-source | 5 | static void Main(*
        com.microsoft.csharp-source | 2 | public class *
        com.microsoft.csharp-source | 4 | #region*
        org.kotlinlang.source | 5 | fun main(*
        org.kotlinlang.source | 4 | fun *(*)*{
        org.kotlinlang.source | 4 | fun *(*) = *
        org.kotlinlang.source | 5 | data class *(*
        org.kotlinlang.source | 5 | override fun *
        org.kotlinlang.source | 2 | val * = *
        org.kotlinlang.source | 5 | companion object*
        org.kotlinlang.source | 3 | println(*)
        org.scala-lang.source | 6 | import scala.*
        org.scala-lang.source | 6 | object * extends *
        org.scala-lang.source | 5 | case class *(*
        org.scala-lang.source | 4 | object * {
        org.scala-lang.source | 4 | def *(*)*: * = *
        org.scala-lang.source | 4 | sealed trait *
        org.scala-lang.source | 2 | val * = *
        org.groovy-lang.source | 5 | import groovy.*
        org.gradle.build-script | 7 | apply plugin: *
        org.gradle.build-script | 5 | repositories {
        org.gradle.build-script | 5 | dependencies {
        org.gradle.build-script | 5 | mavenCentral()
        org.gradle.build-script | 5 | buildscript {
        org.gradle.build-script | 5 | implementation '*'
        public.swift-source | 7 | import Foundation
        public.swift-source | 7 | import SwiftUI
        public.swift-source | 7 | import UIKit
        public.swift-source | 6 | func *(*) -> * {
        public.swift-source | 5 | func *(_ *: *
        public.swift-source | 6 | guard let *
        public.swift-source | 5 | if let * = * {
        public.swift-source | 4 | extension *: * {
        public.swift-source | 4 | struct *: * {
        public.swift-source | 3 | let *: *
        public.swift-source | 3 | var *: * {
        public.swift-source | 3 | enum *: * {
        public.swift-source | 1 | let * = *
        public.swift-source | 3 | func *() {
        public.rust-source | 7 | #[derive(*
        public.rust-source | 6 | #![*]
        public.rust-source | 5 | #[*]
        public.rust-source | 6 | use std::*;
        public.rust-source | 6 | use crate::*
        public.rust-source | 4 | use *::*;
        public.rust-source | 5 | pub fn *(*
        public.rust-source | 4 | fn *(*)*{
        public.rust-source | 5 | fn main() {
        public.rust-source | 5 | impl * {
        public.rust-source | 5 | let mut *
        public.rust-source | 5 | println!(*
        public.rust-source | 4 | pub struct *
        public.rust-source | 4 | pub enum *
        public.rust-source | 5 | unsafe {*
        public.rust-source | 5 | asm!(*
        public.rust-source | 3 | mod *;
        public.rust-source | 3 | match * {
        org.golang.source | 5 | package main
        org.golang.source | 2 | package *
        org.golang.source | 5 | import (
        org.golang.source | 3 | import "*"
        org.golang.source | 4 | func *(*)*{
        org.golang.source | 6 | func (*) *(*
        org.golang.source | 6 | type * struct {
        org.golang.source | 5 | type * interface {
        org.golang.source | 6 | if err != nil {
        org.golang.source | 4 | fmt.Print*
        org.haskell.source | 7 | module * where
        org.haskell.source | 6 | import qualified *
        org.haskell.source | 6 | import Data.*
        org.haskell.source | 5 | import Control.*
        org.haskell.source | 8 | main :: IO ()
        org.haskell.source | 6 | {-# LANGUAGE *
        org.haskell.source | 5 | instance * where
        org.haskell.source | 2 | main = *
        org.ocaml.source | 6 | let rec *
        org.ocaml.source | 6 | let () =*
        org.ocaml.source | 6 | module * = struct
        org.ocaml.source | 5 | match * with
        org.ocaml.source | 3 | open *
        org.ocaml.source | 3 | (** *
        org.erlang.source | 10 | -module(*).
        org.erlang.source | 9 | -export([*
        org.elixir-lang.source | 12 | defmodule * do
        org.elixir-lang.source | 6 | def * do
        org.elixir-lang.source | 6 | @moduledoc*
        org.clojure.source | 8 | (ns *
        org.clojure.source | 7 | (defn *
        org.clojure.source | 6 | (:require *
        org.lisp.source | 6 | (defun *
        org.lisp.source | 8 | (defpackage *
        org.lisp.source | 8 | (in-package *
        org.lisp.source | 8 | (asdf:defsystem *
        org.lisp.source | 6 | (defmacro *
        org.lisp.source | 4 | (defparameter *
        org.gnu.emacs-lisp | 8 | (provide '*
        org.gnu.emacs-lisp | 7 | (require '*
        org.gnu.emacs-lisp | 8 | (defcustom *
        org.gnu.emacs-lisp | 7 | (interactive*
        org.gnu.emacs-lisp | 3 | (defun *
        org.gnu.emacs-lisp | 3 | (defvar *
        org.gnu.emacs-lisp | 6 | (add-hook *
        org.gnu.guile-script | 6 | (define (*
        org.gnu.guile-script | 4 | (define *
        org.gnu.guile-script | 8 | (define-module *
        org.gnu.guile-script | 5 | (display *
        org.dart.source | 9 | import 'package:*';
        org.dart.source | 10 | import 'dart:*';
        org.dart.source | 9 | Widget build(*
        org.dlang.source | 9 | import std.*;
        org.dlang.source | 4 | module *;
        org.gnome.vala-source | 8 | using GLib;
        org.gnome.vala-source | 8 | using Gtk;
        org.gnome.vala-source | 4 | public static int main (*
        org.gnome.vala-source | 3 | static int main (string[] *
        org.nim-lang.source | 6 | proc *(*)*=
        org.ziglang.source | 14 | const std = @import("std");
        org.ziglang.source | 7 | const * = @import(*
        org.ziglang.source | 7 | pub fn main() *
        org.solidity.source | 14 | pragma solidity *
        org.khronos.glsl-source | 6 | uniform * *;
        org.khronos.glsl-source | 6 | attribute vec*
        org.khronos.glsl-source | 6 | varying vec*
        org.khronos.glsl-source | 6 | gl_Position = *
        org.khronos.glsl-source | 6 | gl_FragColor = *
        org.khronos.glsl-source | 6 | #version * core
        org.khronos.glsl-source | 6 | precision * float;
        org.khronos.opencl-source | 9 | __kernel void *
        com.nvidia.cuda-source | 9 | __global__ void *
        org.verilog.source | 8 | endmodule
        org.verilog.source | 6 | always @*
        org.verilog.source | 6 | `timescale *
        org.verilog.source | 4 | module *(*
        org.verilog.source | 2 | assign * = *;
        org.verilog.system-source | 9 | always_ff @*
        org.verilog.system-source | 9 | always_comb*
        org.verilog.system-source | 6 | logic *;
        org.verilog.system-source | 6 | endmodule : *
        org.verilog.system-source | 6 | endclass*
        org.vhdl.source | 8 | ~library ieee;
        org.vhdl.source | 7 | ~entity * is
        org.vhdl.source | 8 | ~architecture * of * is
        org.devicetree.source | 14 | /dts-v1/;*
        org.qt.qml-source | 10 | import QtQuick*
        org.qt.qml-source | 10 | import QtQml*
        org.smali.source | 9 | .super L*;
        org.smali.source | 6 | .class *L*;
        org.smali.source | 6 | .method *
        org.smali.source | 6 | .end method
        org.virustotal.yara | 5 | strings:
        org.virustotal.yara | 6 | condition:
        org.virustotal.yara | 3 | rule *
        org.virustotal.yara | 2 | meta:
        com.google.protobuf-source | 14 | syntax = "proto*
        com.google.protobuf-source | 5 | message * {
        com.google.protobuf-source | 5 | repeated *;
        org.thrift.source | 6 | namespace java *
        org.thrift.source | 6 | namespace cpp *
        org.graphql.source | 5 | type Query {*
        org.graphql.source | 4 | schema {
        org.graphql.source | 4 | type * {
        com.hashicorp.hcl | 9 | resource "*" "*" {
        com.hashicorp.hcl | 7 | provider "*" {
        com.hashicorp.hcl | 7 | variable "*" {
        public.fortran-source | 8 | ~implicit none
        public.fortran-source | 6 | ~end program*
        public.fortran-source | 6 | ~end subroutine*
        public.fortran-source | 4 | ~subroutine *
        public.fortran-source | 5 | ~integer :: *
        public.fortran-source | 4 | ~write(*
        public.fortran-source | 2 | ~program *
        public.pascal-source | 6 | ~end.
        public.pascal-source | 4 | ~program *;
        public.pascal-source | 6 | ~unit *;
        public.pascal-source | 5 | ~writeln(*
        public.pascal-source | 3 | ~uses *;
        public.pascal-source | 2 | ~begin
        org.adaic.source | 10 | with Ada.*;
        org.adaic.source | 6 | procedure * is
        org.adaic.source | 8 | package body * is
        org.cobol.source | 14 | ~identification division.*
        org.cobol.source | 8 | ~procedure division*
        com.apple.applescript.text | 9 | tell application "*"
        com.apple.applescript.text | 7 | end tell
        public.assembly-source | 7 | mov    %*
        public.assembly-source | 6 | mov *%*
        public.assembly-source | 5 | xor *%*,%*
        public.assembly-source | 5 | push *%*
        public.assembly-source | 5 | int *$0x80*
        public.assembly-source | 6 | section .text*
        public.assembly-source | 6 | section .data*
        public.assembly-source | 6 | global _start*
        public.assembly-source | 5 | .globl *
        public.assembly-source | 5 | .section *
        public.assembly-source | 4 | .text
        public.assembly-source | 4 | mov *, *
        public.assembly-source | 5 | movq *, *
        public.assembly-source | 5 | movl *, *
        public.assembly-source | 5 | int 0x80*
        public.assembly-source | 4 | push *bp
        public.assembly-source | 2 | ret
        public.assembly-source | 2 | .file *
        org.webassembly.wat | 9 | (module*
        org.webassembly.wat | 5 | (func *
        org.llvm.ir | 8 | target triple = *
        org.llvm.ir | 6 | define *@*(*
        org.llvm.ir | 5 | ; ModuleID = *
        org.prolog.source | 7 | :- module(*
        org.prolog.source | 6 | :- use_module(*
        org.nsis.script | 5 | !include *
        org.nsis.script | 6 | OutFile *
        org.nix.expression | 6 | { pkgs ? *
        org.nix.expression | 5 | with import <nixpkgs>*
        com.mathworks.source | 4 | function * = *(*)
        com.mathworks.source | 4 | clear all*
        com.mathworks.source | 6 | endfunction*
        com.mathworks.source | 5 | %!*
        com.mathworks.source | 1 | %#*
        com.mathworks.source | 1 | end%*
        com.mathworks.source | 1 | %% *
        com.mathworks.source | 1 | % *
        org.stata.do | 5 | use "*.dta"*
        org.lilypond.source | 10 | \version "*
        org.povray.scene | 7 | #include "colors.inc"
        org.ietf.proxy-autoconfig | 14 | function FindProxyForURL(*
        org.godot.shader | 14 | shader_type *;
        org.godot.script | 6 | extends *
        org.godot.script | 6 | func _ready()*
        org.gnome.blueprint | 14 | using Gtk *;
        org.scons.script | 6 | env = Environment(*
        org.scons.script | 6 | Import('env*
        org.scons.script | 6 | Program(*
        """#
}

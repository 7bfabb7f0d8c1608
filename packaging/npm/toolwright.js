#!/usr/bin/env node
// Starts the program of the package for this platform, and ends as it does.

"use strict";

const { spawn } = require("node:child_process");
const path = require("node:path");
const os = require("node:os");

const platform = `toolwright-${process.platform}-${process.arch}`;

function fail(message) {
  console.error(`toolwright: ${message}`);
  process.exit(1);
}

// Returns the package of this platform with its folder.
function find() {
  try {
    const manifest = require.resolve(`${platform}/package.json`);
    return { ...require(manifest), folder: path.dirname(manifest) };
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    const { optionalDependencies } = require("../package.json");
    if (platform in optionalDependencies) {
      fail(`the package \`${platform}\` is missing: install \`toolwright\` again, without \`--omit=optional\``);
    }
    const known = Object.keys(optionalDependencies).map((name) => name.replace("toolwright-", ""));
    fail(`there is no program for ${process.platform}-${process.arch}: there is one for ${known.join(" and ")}`);
  }
}

// Returns the version of the C library of this system, or nothing where it is not glibc.
function glibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime;
}

function isOlder(version, needed) {
  const [major, minor] = version.split(".").map(Number);
  const [neededMajor, neededMinor] = needed.split(".").map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

function explain(found, error) {
  const version = glibc();
  if (!version || isOlder(version, found.glibc)) {
    const has = version ? `glibc ${version}` : "another C library";
    return `the program needs glibc ${found.glibc} or newer, and this system has ${has}`;
  }
  return `the program cannot be started: ${error}`;
}

const found = find();
const program = path.join(found.folder, "bin", "toolwright");
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(explain(found, error.message)));
// A terminal sends Ctrl-C to both; what is sent to this process alone is passed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on("exit", (code, signal) => {
  if (signal) process.exit(128 + os.constants.signals[signal]);
  // The loader of programs ends with 1 and the names of missing versions.
  if (code === 1 && isOlder(glibc() ?? "0.0", found.glibc)) fail(explain(found));
  process.exit(code);
});

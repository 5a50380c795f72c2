#!/usr/bin/env node
import { runCli } from './app/cli/run.js';
import { processTerminal } from './app/container.js';

process.exitCode = await runCli(process.argv.slice(2), processTerminal());

import 'reflect-metadata';
import { container, instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import { AuditLogWriter } from '../adapters/audit/log-writer.js';
import { SystemClock } from '../adapters/clock/system-clock.js';
import { DataFolder } from '../adapters/filesystem/data-folder.js';
import { HttpMcpServer } from '../adapters/http/http-mcp-server.js';
import { MediaAdapter } from '../adapters/media/media-adapter.js';
import { ConsoleTerminal } from '../adapters/terminal/console-terminal.js';
import type { AuditPort } from '../ports/audit.js';
import type { ChatPort } from '../ports/chat.js';
import type { ClockPort } from '../ports/clock.js';
import type { FileStorePort } from '../ports/file-store.js';
import type { McpPort } from '../ports/mcp.js';
import type { MediaPort } from '../ports/media.js';
import type { TerminalPort } from '../ports/terminal.js';
import {
  AUDIT_PORT,
  CHAT_PORT,
  CLOCK_PORT,
  FILE_STORE_PORT,
  MCP_PORT,
  MEDIA_PORT,
  TERMINAL_PORT,
} from '../ports/tokens.js';
import { Log } from './log.js';
import type { Ports } from './runtime.js';

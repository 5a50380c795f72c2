import type { AuditEvent } from '../../src/domain/audit/event.js';
import {
  AuditError,
  type AuditEntry,
  type AuditLogPort,
  type AuditPort,
} from '../../src/ports/audit.js';
import {
  PortInUseError,
  type McpEndpoint,
  type McpPort,
  type McpService,
  type ToolCall,
  type ToolOutcome,
} from '../../src/ports/mcp.js';
import {
  MediaError,
  type MediaPort,
  type ResizedImage,
  type VideoPreview,
} from '../../src/ports/media.js';
import type { TerminalPort } from '../../src/ports/terminal.js';

/** Keeps what was written. */
export class FakeTerminal implements TerminalPort {
  readonly lines: string[] = [];
  readonly errors: string[] = [];

  out(line: string): void {
    this.lines.push(line);
  }

  err(line: string): void {
    this.errors.push(line);
  }

  qrCode(text: string, size: 'small' | 'large'): Promise<void> {
    this.lines.push(`[${size} QR code of ${text}]`);
    return Promise.resolve();
  }
}

/** Keeps the records in memory; `fail` makes the next writes fail. */
export class FakeAudit implements AuditPort, Pick<AuditLogPort, 'entries'> {
  readonly events: AuditEvent[] = [];
  fail = false;

  append(event: AuditEvent): Promise<void> {
    if (this.fail) return Promise.reject(new AuditError('The audit log can not be written.'));
    this.events.push(event);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async *entries(): AsyncGenerator<AuditEntry> {
    await Promise.resolve();
    if (this.fail) throw new AuditError('The audit log can not be read.');
    for (const [index, event] of this.events.entries()) {
      const record = { ...event, seq: index + 1, time: '', prev: '', hash: '' };
      yield { kind: 'record', record, text: JSON.stringify(record) };
    }
  }
}

/** A media port that can do nothing: every caller must have a fallback. */
export class NoMedia implements MediaPort {
  resizeImage(): Promise<ResizedImage> {
    return Promise.reject(new MediaError('no media'));
  }

  imagePreview(): Promise<string> {
    return Promise.reject(new MediaError('no media'));
  }

  videoPreview(): Promise<VideoPreview> {
    return Promise.reject(new MediaError('no media'));
  }

  fitPreview(): Promise<string> {
    return Promise.reject(new MediaError('no media'));
  }
}

/** A call of a tool that runs, as a host sees it. */
export interface RunningCall {
  readonly result: Promise<ToolOutcome>;
  readonly progress: readonly string[];
  abort(): void;
}

/** Calls the tools without HTTP. */
export class FakeMcp implements McpPort {
  service: McpService | undefined;
  endpoint: McpEndpoint | undefined;
  isReady = false;
  /** Another program has the port. */
  portInUse = false;
  closed = false;
  readonly updated: string[] = [];
  private readonly open = new Set<AbortController>();

  listen(service: McpService, endpoint: McpEndpoint): Promise<number> {
    if (this.portInUse) return Promise.reject(new PortInUseError(endpoint.port));
    this.service = service;
    this.endpoint = endpoint;
    return Promise.resolve(endpoint.port);
  }

  ready(): void {
    this.isReady = true;
  }

  resourcesChanged(): void {
    this.updated.push('list');
  }

  resourceUpdated(uri: string): void {
    this.updated.push(uri);
  }

  close(): Promise<void> {
    this.closed = true;
    for (const abort of this.open) abort.abort();
    return Promise.resolve();
  }

  call(name: string, input: Readonly<Record<string, unknown>> = {}): RunningCall {
    const tool = this.service?.tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`No tool ${name}.`);
    const abort = new AbortController();
    this.open.add(abort);
    const progress: string[] = [];
    const call: ToolCall = {
      signal: abort.signal,
      progress: (message) => {
        progress.push(message);
        return Promise.resolve();
      },
    };
    const result = tool.call(input, call).finally(() => this.open.delete(abort));
    return {
      result,
      progress,
      abort: () => {
        abort.abort();
      },
    };
  }
}

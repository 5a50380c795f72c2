import { describe, expect, it } from 'vitest';
import { launchdPlist, systemdUnit } from '../../../src/domain/service/unit.js';

const FACTS = {
  agent: 'ann',
  command: ['/usr/bin/node', '/opt/simplex-mcp/dist/cli.js', 'serve', 'ann'],
  home: '/Users/ann',
};

const FIRST =
  'Start the server once by hand and join the control chat: its link is printed, and a log keeps it. Add the options of serve that you use to the command.';

describe('the unit of systemd', () => {
  it('runs the server, restarts it after a failure and waits for its stop', () => {
    expect(systemdUnit(FACTS)).toEqual({
      text: `[Unit]
Description=SimpleX MCP server of agent "ann"

[Service]
ExecStart=/usr/bin/node /opt/simplex-mcp/dist/cli.js serve ann
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2
TimeoutStopSec=90
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target`,
      steps: [
        FIRST,
        'Save the text as ~/.config/systemd/user/simplex-mcp-ann.service and run:',
        'systemctl --user daemon-reload && systemctl --user enable --now simplex-mcp-ann',
        'Log: journalctl --user -u simplex-mcp-ann',
        'To run it while you are not logged in: loginctl enable-linger',
      ],
    });
  });

  it.each([
    ['/a b/x', '"/a b/x"'],
    ['50%', '50%%'],
    ['$HOME', '$$HOME'],
    ['a"b\\c', '"a\\"b\\\\c"'],
  ])('writes the word %s as %s', (word, written) => {
    expect(systemdUnit({ ...FACTS, command: ['/x', word] }).text).toContain(
      `\nExecStart=/x ${written}\n`,
    );
  });
});

describe('the agent of launchd', () => {
  it('runs the server, restarts it after a failure and waits for its stop', () => {
    expect(launchdPlist({ ...FACTS, command: ['/x', 'a&<b>'] })).toEqual({
      text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>simplex-mcp.ann</string>
  <key>ProgramArguments</key>
  <array>
    <string>/x</string>
    <string>a&amp;&lt;b&gt;</string>
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>90</integer>
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardOutPath</key>
  <string>/Users/ann/Library/Logs/simplex-mcp-ann.log</string>
  <key>StandardErrorPath</key>
  <string>/Users/ann/Library/Logs/simplex-mcp-ann.log</string>
</dict>
</plist>`,
      steps: [
        FIRST,
        'Save the text as ~/Library/LaunchAgents/simplex-mcp.ann.plist and run:',
        'launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/simplex-mcp.ann.plist',
        'Log: /Users/ann/Library/Logs/simplex-mcp-ann.log',
      ],
    });
  });
});

/** What a service runs. */
export interface ServiceFacts {
  readonly agent: string;
  /** Program and arguments, the first an absolute path where there is one. */
  readonly command: readonly string[];
  readonly home: string;
}

/** A service of the person's own account, as text for the person to install. No part of it is secret. */
export interface ServiceUnit {
  readonly text: string;
  /** What to do with it. */
  readonly steps: readonly string[];
}

/** A user unit of systemd. */
export function systemdUnit({ agent, command }: ServiceFacts): ServiceUnit {
  const name = `simplex-mcp-${agent}`;
  return {
    text: `[Unit]
Description=SimpleX MCP server of agent "${agent}"

[Service]
ExecStart=${command.map(systemdWord).join(' ')}
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2
TimeoutStopSec=90
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target`,
    steps: [
      FIRST_START,
      `Save the text as ~/.config/systemd/user/${name}.service and run:`,
      `systemctl --user daemon-reload && systemctl --user enable --now ${name}`,
      `Log: journalctl --user -u ${name}`,
      'To run it while you are not logged in: loginctl enable-linger',
    ],
  };
}

/** An agent of launchd, on macOS. */
export function launchdPlist({ agent, command, home }: ServiceFacts): ServiceUnit {
  const label = `simplex-mcp.${agent}`;
  const log = `${home}/Library/Logs/simplex-mcp-${agent}.log`;
  const words = command.map((word) => `    <string>${xmlText(word)}</string>`).join('\n');
  return {
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words}
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
  <string>${xmlText(log)}</string>
  <key>StandardErrorPath</key>
  <string>${xmlText(log)}</string>
</dict>
</plist>`,
    steps: [
      FIRST_START,
      `Save the text as ~/Library/LaunchAgents/${label}.plist and run:`,
      `launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/${label}.plist`,
      `Log: ${log}`,
    ],
  };
}

const FIRST_START =
  'Start the server once by hand and join the control chat: its link is printed, and a log keeps it. ' +
  'Add the options of serve that you use to the command.';

/** `service` needs to know for what. */
export const SERVICE_USAGE = 'One of --systemd and --launchd expected.';

/** systemd replaces `%` and `$` in a command, and reads backslashes in quotes. */
function systemdWord(word: string): string {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  if (/^[\w./:@=+,%$-]+$/.test(text)) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The keys under which the container finds each port. */
export const CHAT_PORT = Symbol('ChatPort');
export const FILE_STORE_PORT = Symbol('FileStorePort');
export const CLOCK_PORT = Symbol('ClockPort');
export const MCP_PORT = Symbol('McpPort');
export const MEDIA_PORT = Symbol('MediaPort');
export const TERMINAL_PORT = Symbol('TerminalPort');
export const HOST_REGISTRY_PORT = Symbol('HostRegistryPort');
export const AUDIT_PORT = Symbol('AuditPort');
export const SANDBOX_PORT = Symbol('SandboxPort');
export const DAEMON_PORT = Symbol('DaemonPort');
export const BRIDGE_PORT = Symbol('BridgePort');
export const SANDBOX_DOOR_PORT = Symbol('SandboxDoorPort');
export const AUDIT_LOG_PORT = Symbol('AuditLogPort');
export const CORE_LIBRARY_PORT = Symbol('CoreLibraryPort');
export const DOCTOR_PORT = Symbol('DoctorPort');
export const MCP_PROBE_PORT = Symbol('McpProbePort');

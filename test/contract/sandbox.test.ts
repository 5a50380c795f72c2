import { chatPortContract } from './chat-port.js';
import { sandboxWorld } from './sandbox-world.js';

chatPortContract('the sandbox network', sandboxWorld);

export type { Boundary } from './boundary.js';
export { capabilitiesOf, type Capability } from './capabilities.js';

export { declaredDistributions, type DeclaredDistributions } from './declarations/index.js';

import { readTemplates } from '../../src/adapters/own-files/own-files.js';
import { TEMPLATE_PATHS } from '../../src/publish/templates.js';

/** The real templates. */
export const templates = await readTemplates(TEMPLATE_PATHS);

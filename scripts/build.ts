import { buildWeb } from './web-build.ts';

// `npm run build`: the browser app, when its sources changed since the last build.
await buildWeb();

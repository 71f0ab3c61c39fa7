// Circles between modules of the server. A configuration of its own, since tests import what they like and folders of
// `.dependency-cruiser.cjs` hold tests too.
const MODULE = '^apps/api/src/modules/[^/]+/[^/]+';
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-circles-of-modules',
      comment: 'Modules that need each other are one module, or one tells the other by an event.',
      severity: 'error',
      scope: 'folder',
      from: { path: `${MODULE}$` },
      to: { circular: true, path: `${MODULE}$` },
    },
  ],
  options: { ...options, exclude: { path: '[.]test[.]ts$' }, includeOnly: { path: MODULE } },
};

// Import rules of docs/architecture.md. Each rule has a sentence; a new feature or module needs no new rule.
const rule = (name, comment, path, to) => ({ name, comment, severity: 'error', from: { path }, to });

/** Shelves that each shelf of packages/domain may import besides itself and `base`. A new shelf adds its line here. */
const SHELVES = {
  base: [],
  access: [],
  people: [],
  property: [],
  lease: [],
  ledger: [],
  attendance: [],
  rent: ['lease', 'ledger'],
  bank: ['property', 'rent'],
  template: ['people', 'property', 'lease'],
  trail: ['access', 'people', 'property', 'lease', 'rent'],
};

const shelfRules = Object.entries(SHELVES).map(([shelf, others]) =>
  rule(
    `domain-${shelf}`,
    'Imports between the shelves of the domain flow one way.',
    `^packages/domain/src/${shelf}/(?!.*[.]test[.]ts$)`,
    {
      path: '^packages/domain/src/',
      pathNot: `^packages/domain/src/(${[shelf, 'base', ...others].join('|')})/`,
    },
  ),
);

module.exports = {
  forbidden: [
    rule('domain-is-pure', 'Rules are pure: no I/O and no framework.', '^packages/domain/src/(?!.*[.]test[.]ts$)', {
      pathNot: '^packages/domain/src',
    }),
    {
      name: 'domain-has-shelves',
      comment: 'Every file of the domain is on a shelf listed above.',
      severity: 'error',
      from: {},
      to: { path: '^packages/domain/src/', pathNot: `^packages/domain/src/(${Object.keys(SHELVES).join('|')})/` },
    },
    ...shelfRules,
    rule(
      'contract-knows-rules-only',
      'The contract imports zod and the domain.',
      '^packages/contract/src/(?!.*[.]test[.]ts$)',
      {
        pathNot: ['^packages/(contract|domain)/src', '(^|/)node_modules/zod/'],
      },
    ),
    rule('apps-do-not-meet', 'The browser and the server share the contract only.', '^apps/web/', {
      path: '^apps/api/',
    }),
    rule('server-knows-no-browser', 'The server serves the built app and imports none of it.', '^apps/api/', {
      path: '^apps/web/src',
    }),
    rule('routes-do-not-write-sql', 'Routes delegate; queries hold the SQL.', '[.]routes[.]ts$', {
      path: '(^|/)node_modules/(kysely|pg)/',
    }),
    rule('services-write-no-sql', 'A service tells the story; its queries speak SQL.', '[.]service[.]ts$', {
      path: '(^|/)node_modules/(kysely|pg)/',
    }),
    rule('http-stays-at-the-door', 'Services and queries do not depend on HTTP.', '[.](service|queries)[.]ts$', {
      path: ['(^|/)node_modules/fastify/', '^apps/api/src/http/'],
    }),
    rule('queries-hold-no-story', 'A query never calls a service.', '[.]queries[.]ts$', {
      path: '[.](service|routes)[.]ts$',
    }),
    rule(
      'module-privacy',
      'A module imports the services of other modules only.',
      '^apps/api/src/modules/([^/]+)/(?!.*[.]test[.]ts$)',
      {
        path: '^apps/api/src/modules/',
        pathNot: ['^apps/api/src/modules/$1/', '[.]service[.]ts$'],
      },
    ),
    rule('db-knows-no-module', 'The database layer imports no module.', '^apps/api/src/db/(?!.*[.]test[.]ts$)', {
      path: '^apps/api/src/(modules|http|commands)/',
    }),
    rule(
      'http-knows-no-module',
      'The HTTP layer imports no module; authentication is injected.',
      '^apps/api/src/http/',
      {
        path: '^apps/api/src/modules/',
      },
    ),
    rule(
      'features-are-islands',
      'Features do not import each other; routes/ composes them, entities/ holds what they share.',
      '^apps/web/src/features/([^/]+)/',
      {
        path: '^apps/web/src/(app|routes|features)/',
        pathNot: '^apps/web/src/features/$1/',
      },
    ),
    rule('ui-knows-no-business', 'The UI kit imports no feature and no route.', '^apps/web/src/ui/', {
      path: '^apps/web/src/(app|routes|features)/',
    }),
    rule('lib-lies-below', 'lib/ imports no screen.', '^apps/web/src/lib/', {
      path: '^apps/web/src/(ui|features|routes)/',
    }),
    {
      name: 'no-circles',
      comment: 'Circular imports are not allowed.',
      severity: 'error',
      from: { pathNot: '[.]gen[.]ts$' },
      to: { circular: true, viaOnly: { pathNot: '[.]gen[.]ts$' } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    rule(
      'runs-know-no-module',
      'The mechanism of background runs stands on the database and live events; each module brings its own kind.',
      '^apps/api/src/runs/(?!.*[.]test[.]ts$)',
      {
        path: '^apps/api/src/',
        pathNot: ['^apps/api/src/(runs|base|db|live)/', '^apps/api/src/context[.]ts$'],
      },
    ),
    rule(
      'runs-keep-sql-in-queries',
      'The mechanism tells the story; its queries speak SQL.',
      '^apps/api/src/runs/(?!.*[.](queries|test)[.]ts$)',
      { path: '(^|/)node_modules/(kysely|pg)/' },
    ),
    rule(
      'modules-bring-runs',
      'Only modules and the jobs use the mechanism of background runs.',
      '^apps/api/src/(?!modules/|runs/|jobs[.]ts$)',
      { path: '^apps/api/src/runs/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(apps/web/dist|test-results|playwright-report)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};

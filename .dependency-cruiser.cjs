// Import rules of docs/architecture.md. Each rule has a sentence; a new feature or module needs no new rule.
const rule = (name, comment, path, to) => ({ name, comment, severity: 'error', from: { path }, to });

/** Shelves that each shelf of packages/domain may import besides itself and `base`. A new shelf adds its line here. */
const SHELVES = {
  base: [],
  access: [],
  people: [],
  property: ['brand'],
  lease: [],
  ledger: [],
  attendance: ['brand'],
  messages: [],
  brand: [],
  fiscal: ['lease', 'ledger', 'people', 'property'],
  rent: ['fiscal', 'lease', 'ledger'],
  nfse: ['fiscal', 'rent'],
  bank: ['access', 'property', 'rent'],
  collection: ['messages', 'rent'],
  'debt-papers': ['lease', 'people', 'property', 'rent'],
  punctuality: [],
  'debt-agreement': ['messages', 'rent'],
  template: ['people', 'property', 'lease'],
  application: ['lease', 'people'],
  signature: ['lease'],
  trail: ['access', 'collection', 'people', 'property', 'lease', 'fiscal', 'rent'],
};

/** Code that runs in production; tests may import what they like. */
const CODE = '(?!.*[.]test(-process)?[.]ts$)';

/** One rule a line of a table: a room imports itself, `base` and what its line names. */
const tableRules = (prefix, root, table, comment, to = {}) =>
  Object.entries(table).map(([room, others]) =>
    rule(`${prefix}-${room}`, comment, `^${root}${roomPath([room])}${CODE}`, {
      path: `^${root}`,
      pathNot: `^${root}${roomPath([room, 'base', ...others])}`,
      ...to,
    }),
  );
/** A room is a folder, or a file of its own at the root. */
const roomPath = (rooms) => `(${rooms.join('|')})(/|[.]ts$)`;

/** Refuses files of `root` that are not within `known`: those that import, those that are imported and those that do neither. */
const placeRules = (name, comment, root, known) => {
  const outside = { path: `^${root}.*[.]ts$`, pathNot: `^${root}${known}` };
  return [
    { name, comment, severity: 'error', from: outside, to: {} },
    { name, comment, severity: 'error', from: {}, to: outside },
    { name, comment, severity: 'error', from: { ...outside, orphan: true }, to: {} },
  ];
};

/**
 * Rooms of apps/api/src and what each may import besides itself and `base`. A new folder adds its line here. `context`
 * names the types of what the app needs, so the database and it know each other.
 */
const LAYERS = {
  base: [],
  events: ['db'],
  context: ['db', 'events', 'files', 'live', 'outside'],
  db: ['context', 'events'],
  files: [],
  outside: [],
  live: ['context', 'db'],
  pdf: ['files'],
  sheets: ['context', 'db', 'files'],
  http: ['context', 'pdf', 'sheets'],
  runs: ['context', 'db', 'live'],
  backup: ['db', 'files'],
  doctor: ['backup', 'db', 'files', 'outside'],
  operation: ['context', 'db'],
  mail: ['context', 'db', 'outside'],
  modules: ['context', 'db', 'demo', 'files', 'http', 'live', 'mail', 'outside', 'pdf', 'runs', 'sheets'],
  pages: ['context', 'http', 'mail', 'modules', 'pdf'],
  demo: ['context', 'db', 'files', 'modules'],
  subscriptions: ['context', 'modules'],
  runtime: ['context', 'db', 'demo', 'doctor', 'files', 'live', 'outside', 'subscriptions'],
  agencies: ['backup', 'db', 'files', 'runtime'],
  jobs: ['context', 'db', 'mail', 'modules', 'runs'],
  app: ['context', 'db', 'http', 'modules', 'operation', 'pages'],
  main: ['app', 'backup', 'db', 'files', 'http', 'jobs', 'mail', 'modules', 'operation', 'runtime'],
  commands: ['agencies', 'backup', 'context', 'demo', 'doctor', 'files', 'modules', 'runtime'],
};

/** Folders of apps/api/src/pages and what each may import besides itself. */
const PAGES = {
  kit: [],
  site: ['kit'],
  invoice: ['kit'],
  application: ['kit'],
  paper: ['kit'],
  check: ['kit'],
  messages: ['kit'],
  signature: ['kit'],
  'client-area': ['kit', 'invoice'],
  staff: ['kit'],
};
const PAGE_ROLES = ['routes', 'page', 'part', 'request', 'paths'];

/** Levels of the browser's kit: a folder imports itself, its own level and the levels before it. A new folder adds its name. */
const KIT = [
  ['base'],
  ['feedback', 'display'],
  ['input', 'form', 'chart'],
  ['overlay'],
  ['list', 'page', 'address', 'upload', 'rich-text'],
];
const kitRules = KIT.slice(0, -1).map((level, at) =>
  rule(`kit-${level[0]}`, 'Imports between the levels of the kit go down.', `^apps/web/src/ui/(${level.join('|')})/`, {
    path: `^apps/web/src/ui/(${KIT.slice(at + 1)
      .flat()
      .join('|')})/`,
  }),
);

/** Roles of a module's files and whose code each may use within its module; a type may come from any of them. */
const ROLES = {
  routes: ['service', 'queries', 'export', 'pdf'],
  service: ['service', 'queries', 'map', 'data', 'export', 'pdf', 'reader', 'importer', 'action'],
  queries: ['queries', 'data'],
  map: ['map'],
  data: [],
  export: ['service', 'queries', 'map', 'importer', 'action'],
  pdf: ['pdf', 'map'],
  importer: ['importer', 'service', 'queries', 'map'],
  action: ['action', 'service', 'queries'],
  reader: ['map'],
  worker: ['map'],
};

/** Levels of modules, from the ground up: a module imports those of its own level and of the levels before it. */
const LEVELS = ['access', 'registry', 'lease', 'ledger', 'money', 'bank', 'collection', 'fiscal', 'desk', 'doors'];
/** Rules that a tree of levels imports downward only. `base` of the contract lies below them all. */
const downward = (prefix, root, levels, comment) =>
  levels.slice(0, -1).map((level, at) =>
    rule(`${prefix}-${level}`, comment, `^${root}${level}/${CODE}`, {
      path: `^${root}(${levels.slice(at + 1).join('|')})/`,
    }),
  );

const moduleRules = Object.entries(ROLES).map(([role, others]) =>
  rule(
    `role-${role}`,
    'Files of a module use each other by their roles.',
    `^apps/api/src/modules/([^/]+/[^/]+)/.*[.]${role}[.]ts$`,
    {
      path: '^apps/api/src/modules/$1/',
      pathNot: `[.](${others.join('|') || '-'})[.]ts$`,
      dependencyTypesNot: ['type-only'],
    },
  ),
);

module.exports = {
  forbidden: [
    rule('domain-is-pure', 'Rules are pure: no I/O and no framework.', '^packages/domain/src/(?!.*[.]test[.]ts$)', {
      pathNot: '^packages/domain/src',
    }),
    ...placeRules(
      'domain-has-shelves',
      'Every file of the domain is on a shelf listed above.',
      'packages/domain/src/',
      roomPath(Object.keys(SHELVES)),
    ),
    ...tableRules('domain', 'packages/domain/src/', SHELVES, 'Imports between the shelves of the domain flow one way.'),
    ...placeRules(
      'api-has-layers',
      'Every file of the server is in a room listed above.',
      'apps/api/src/',
      roomPath(Object.keys(LAYERS)),
    ),
    ...tableRules('api', 'apps/api/src/', LAYERS, 'Imports between the rooms of the server flow one way.'),
    ...placeRules(
      'modules-have-roles',
      'A file of a module lies in a level listed above and carries a role.',
      'apps/api/src/modules/',
      `(${LEVELS.join('|')})/[^/]+/.*[.](${Object.keys(ROLES).join('|')}|test)[.]ts$`,
    ),
    ...moduleRules,
    ...downward(
      'level',
      'apps/api/src/modules/',
      LEVELS,
      'Imports between levels of modules go down; what a level tells a higher one is an event.',
    ),
    ...placeRules(
      'pages-have-roles',
      'A page lies in a folder listed above and carries its role; the kit has none.',
      'apps/api/src/pages/',
      `(kit/|(${Object.keys(PAGES).join('|')})/.*[.](${PAGE_ROLES.join('|')}|test)[.]ts$)`,
    ),
    ...tableRules('pages', 'apps/api/src/pages/', PAGES, 'The site, the client area and invoices share the kit.'),
    rule('kit-knows-no-page', 'The kit of pages stands on base alone.', `^apps/api/src/pages/kit/${CODE}`, {
      path: '^apps/api/src/',
      pathNot: '^apps/api/src/(base|pages/kit)/',
    }),
    rule(
      'pages-know-no-request',
      'A page is made of values; its routes read the request.',
      '^apps/api/src/pages/.*[.](page|part|paths)[.]ts$',
      { path: ['(^|/)node_modules/fastify/', '^apps/api/src/http/'], dependencyTypesNot: ['type-only'] },
    ),
    rule('pages-write-no-sql', 'Pages ask services for what they show.', `^apps/api/src/pages/${CODE}`, {
      path: '(^|/)node_modules/(kysely|pg)/',
    }),
    rule(
      'services-face-outwards',
      'Who is outside the modules calls their services; the app also registers their routes.',
      `^apps/api/src/(?!modules/)${CODE}`,
      { path: '^apps/api/src/modules/', pathNot: '[.](service|map|routes)[.]ts$' },
    ),
    rule(
      'app-registers-routes',
      'Only the app registers the routes of modules.',
      `^apps/api/src/(?!modules/|app[.]ts$)${CODE}`,
      {
        path: '^apps/api/src/modules/.*[.]routes[.]ts$',
      },
    ),
    rule(
      'demonstration-fills-itself',
      'Of the modules, only the demonstration knows the demonstration agency.',
      `^apps/api/src/modules/(?!desk/demonstration/)${CODE}`,
      { path: '^apps/api/src/demo/' },
    ),
    rule(
      'server-ships-alone',
      'The server imports no test, bench, fault or demonstration bank.',
      `^apps/api/src/${CODE}`,
      {
        path: '^apps/api/(test|bench|faults|demo-bank)/',
      },
    ),
    rule(
      'large-libraries-on-demand',
      'The server loads what few requests need by onDemand, import() or in a worker.',
      '^apps/api/src/(?!demo/identity|sheets/read-workbook|pdf/text-worker|pdf/signing/thread/|.*[.](test|worker)[.]ts$)',
      {
        path: '(^|/)node_modules/(@aws-sdk|@cantoo|@hyzyla|flydrive/build/drivers/s3|hucre|htmlparser2|nodemailer|pdfkit|sanitize-html|sharp|unpdf)/',
        dependencyTypesNot: ['type-only', 'type-import'],
        dynamic: false,
      },
    ),
    rule(
      'contract-knows-rules-only',
      'The contract imports zod and the domain.',
      '^packages/contract/src/(?!.*[.]test[.]ts$)',
      {
        pathNot: ['^packages/(contract|domain)/src', '(^|/)node_modules/zod/'],
      },
    ),
    ...placeRules(
      'contract-has-levels',
      'Every file of the contract is on the level of its module, or in base.',
      'packages/contract/src/',
      `(base|${LEVELS.join('|')})/`,
    ),
    ...downward(
      'contract',
      'packages/contract/src/',
      ['base', ...LEVELS],
      'Imports between levels of the contract go down.',
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
      '^apps/api/src/modules/([^/]+/[^/]+)/(?!.*[.]test[.]ts$)',
      {
        path: '^apps/api/src/modules/',
        pathNot: ['^apps/api/src/modules/$1/', '[.]service[.]ts$'],
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
    ...placeRules(
      'kit-has-levels',
      'Every file of the kit lies in a folder listed above.',
      'apps/web/src/ui/',
      `(${KIT.flat().join('|')})/`,
    ),
    ...kitRules,
    {
      name: 'kit-folders-in-no-circle',
      comment: 'No two folders of one level of the kit import each other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/web/src/ui/' },
      to: { circular: true, path: '^apps/web/src/ui/' },
    },
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
      'runs-keep-sql-in-queries',
      'The mechanism tells the story; its queries speak SQL.',
      '^apps/api/src/runs/(?!.*[.](queries|test)[.]ts$)',
      { path: '(^|/)node_modules/(kysely|pg)/' },
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

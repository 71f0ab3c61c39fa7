import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { cpf } from './factories.ts';
import type { startApp } from './harness.ts';
import { form } from './pictures.ts';

const PUBLIC_URL = 'https://serra.example';
/** A server that can mail; nothing is sent, since no worker runs. */
export const mailing = () =>
  openOutside(
    readSettings({
      CEP_URL: '',
      INDICES_URL: '',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@serra.example',
      PUBLIC_URL,
    }),
    { within: 60_000, rest: 1 },
  );

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** A PDF as short as one can be, with a word of its own. */
export const pdf = (word = 'x') => Buffer.from(`%PDF-1.4\n${word}\n%%EOF`);

/** Answers of each step, as people type them. */
export const ANSWERS = {
  dados: {
    ...{ name: 'Ana Prado', rg: '12.345.678', birth_date: '1990-05-20', marital_status: 'SOLTEIRO' },
    ...{ phone: '(32) 98841-2076', email: 'ana@exemplo.com.br' },
  },
  moradia: {
    ...{ cep: '36025-000', street: 'Rua das Flores', number: '10', complement: '', neighborhood: 'Centro' },
    ...{ city: 'Juiz de Fora', state: 'MG', home: 'RENTED' },
  },
  renda: {
    ...{ income_kind: 'EMPLOYEE', occupation: 'Dentista', employer: 'Clínica Sorriso' },
    ...{ income: '6.000,00', other_income: '0', debts: '500' },
  },
  referencias: { reference_name: 'Rui Alves', reference_phone: '(32) 3215-4455' },
  imovel: {
    owns: 'YES',
    property_city: 'Juiz de Fora',
    registration: '45.112',
    property_value: '300.000,00',
    encumbered: 'NO',
  },
} as const;
type Step = keyof typeof ANSWERS;

const STEPS = {
  TENANT: ['dados', 'moradia', 'renda', 'referencias'],
  CO_TENANT: ['dados', 'moradia', 'renda', 'referencias'],
  SPOUSE: ['dados', 'moradia', 'renda'],
  GUARANTOR: ['dados', 'moradia', 'renda', 'imovel'],
} as const satisfies Record<string, readonly Step[]>;
const PAPERS = {
  TENANT: ['IDENTITY', 'ADDRESS', 'INCOME'],
  CO_TENANT: ['IDENTITY', 'ADDRESS', 'INCOME'],
  SPOUSE: ['IDENTITY', 'ADDRESS', 'INCOME'],
  GUARANTOR: ['IDENTITY', 'ADDRESS', 'INCOME', 'PROPERTY'],
} as const;

type App = Awaited<ReturnType<typeof startApp>>;

/** Applications as staff make them and as people fill them in, by calls and pages. */
export function applicationsOf({ app, deps, as, property }: Pick<App, 'app' | 'deps' | 'as' | 'property'>) {
  Object.assign(deps, { publicUrl: PUBLIC_URL });
  const staff = as('*');
  let addresses = 0;
  const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;
  let people = 800_000;
  const newCpf = () => cpf(++people);

  /** A browser that keeps the cookie of a form. */
  function browser(path: string) {
    let kept = '';
    const jar = new Map<string, string>();
    const noted = (answer: { headers: Record<string, unknown> }) => {
      for (const one of [answer.headers['set-cookie']].flat()) {
        const [name = '', value = ''] =
          String(one ?? '')
            .split(';', 1)[0]
            ?.split('=') ?? [];
        if (name) jar.set(name, value);
      }
      kept = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    };
    const get = (rest = '') =>
      app.inject({ url: `${path}${rest}`, remoteAddress: newAddress(), headers: { cookie: kept } });
    const post = async (rest: string, fields: Record<string, string> = {}) => {
      const answer = await app.inject({
        ...{ method: 'POST', url: `${path}${rest}`, remoteAddress: newAddress(), headers: { ...FORM, cookie: kept } },
        payload: new URLSearchParams(fields).toString(),
      });
      noted(answer);
      return answer;
    };
    const upload = async (kind: string, bytes: Uint8Array, name = 'doc.pdf', type = 'application/pdf') => {
      const answer = await app.inject({
        ...{ method: 'POST', url: `${path}/documentos/${kind}`, remoteAddress: newAddress() },
        headers: { cookie: kept },
        payload: form(bytes, name, { field: 'arquivos', type }),
      });
      noted(answer);
      return answer;
    };
    const step = (name: Step, changed: Record<string, string> = {}) =>
      post(`?passo=${name}`, { ...ANSWERS[name], ...(name === 'dados' && { cpf: newCpf() }), ...changed });
    /** The page that an answer leads to. */
    const follow = (answer: { headers: Record<string, unknown> }) =>
      get(String(answer.headers.location).replace(path, '').split('#', 1)[0]);
    return { path, get, post, upload, step, follow };
  }

  /** Fills in a form whole, and sends it. */
  async function fill(
    opened: ReturnType<typeof browser>,
    role: keyof typeof STEPS,
    changed: Record<string, string> = {},
  ) {
    for (const name of STEPS[role])
      await opened.step(
        name,
        Object.fromEntries(
          Object.entries(changed).filter(([field]) => field in ANSWERS[name] || (name === 'dados' && field === 'cpf')),
        ),
      );
    for (const kind of PAPERS[role]) await opened.upload(kind, pdf());
    return opened.post('/enviar', { consent: 'sim' });
  }

  type Created = {
    rent?: number;
    fees?: number;
    guarantee?: string;
    lead_id?: number;
    property_id?: number;
    email?: string;
  };
  async function create({ email = 'ana@exemplo.com.br', ...terms }: Created = {}) {
    const property_id = terms.property_id ?? (await property()).id;
    const answer = await staff.post('/application', {
      ...{ rent: 1_800, fees: 200, ...terms, property_id },
      tenant: { name: 'Ana Prado', email, phone: '32988412076' },
    });
    return answer.json();
  }
  const show = async (id: number) => (await staff.get(`/application/${id}`)).json();
  const pathOf = (link: { url: string }) => new URL(link.url).pathname;

  /** An application whose links were sent, with the browser of its tenant. */
  async function sent(terms: Created = {}) {
    const { id } = await create(terms);
    const found = (await staff.post(`/application/${id}/send`)).json();
    const [party] = found.parties;
    return { id: id as number, party: party.id as number, tenant: browser(pathOf(party.link)), detail: found };
  }
  /** An application whose tenant sent the form. */
  async function complete(terms: Created & Record<string, unknown> = {}, changed: Record<string, string> = {}) {
    const made = await sent(terms);
    await fill(made.tenant, 'TENANT', changed);
    return made;
  }

  return { staff, browser, fill, create, sent, complete, show, pathOf, newCpf, newAddress };
}

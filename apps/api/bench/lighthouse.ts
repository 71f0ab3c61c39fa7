import { runScript, STAFF, withDemo } from './demo-server.ts';

const PORT = 4_409;

/** Public pages of the demonstration and its sign-in page on a phone; pages behind the sign-in on a desktop. */
export const measurePages = () =>
  withDemo(PORT, async (origin) => {
    const listing = /\/imovel\/[^<]+/.exec(await (await fetch(`${origin}/sitemap.xml`)).text())?.[0] ?? '';
    const open = [listing, '/', '/imoveis', '/anuncie', '/app/login'];
    await runScript(
      'audit.ts',
      open.map((path) => origin + path),
    );
    const contract = await firstContract(origin);
    const inside = ['', '/financial/invoices', `/contracts/info/${contract}`, '/clients', '/properties'];
    await runScript('audit.ts', ['--signed-in', ...STAFF, ...inside.map((path) => `${origin}/app${path}`)]);
  });

async function firstContract(origin: string): Promise<number> {
  const [email, password] = STAFF;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const session = await fetch(`${origin}/api/user/admin/session`, { method: 'POST', headers, body });
  const { token } = (await session.json()) as { token: string };
  const list = await fetch(`${origin}/api/proposal?page=1`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await list.json()) as { data: [{ id: number }] };
  return data[0].id;
}

import { CLIENT, runScript, STAFF, withDemo } from './demo-server.ts';

const PORT = 4_409;

/** Audits the demonstration agency: public pages and the client area on a phone, pages of the staff on a desktop. */
export const measurePages = () =>
  withDemo(PORT, async (origin) => {
    const urls = (paths: readonly string[]) => paths.map((path) => origin + path);
    const get = await staffReader(origin);
    const listing = /\/imovel\/[^<]+/.exec(await (await fetch(`${origin}/sitemap.xml`)).text())?.[0] ?? '';
    const open = [listing, '/', '/imoveis', '/anuncie', await invoiceLink(get), '/app/login'];
    await runScript('audit.ts', urls(open));
    await runScript('audit.ts', ['--as', 'client', ...CLIENT, ...urls(['/cliente'])]);
    const contract = (await get<{ data: [{ id: number }] }>('/proposal?page=1')).data[0].id;
    const inside = ['', '/financial/invoices', `/contracts/info/${contract}`, '/clients', '/properties'];
    await runScript('audit.ts', ['--as', 'staff', ...STAFF, ...urls(inside.map((path) => `/app${path}`))]);
  });

type Get = <T>(path: string) => Promise<T>;

async function staffReader(origin: string): Promise<Get> {
  const [email, password] = STAFF;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const session = await fetch(`${origin}/api/user/admin/session`, { method: 'POST', headers, body });
  const { token } = (await session.json()) as { token: string };
  return async <T>(path: string) => {
    const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as T;
  };
}

/** Path of the public page of an open invoice. */
async function invoiceLink(get: Get): Promise<string> {
  const { data } = await get<{ data: [{ id: number }] }>('/invoice?page=1');
  const { url } = await get<{ url: string }>(`/invoice/${data[0].id}/link`);
  // Without a public address configured, the link is relative.
  return new URL(url, 'http://127.0.0.1').pathname;
}

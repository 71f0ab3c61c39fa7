import type { Endpoint } from '@morada/contract/base/endpoint';
import type { Access } from '@morada/domain/access/permissions';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const whoMay = (access: Access): string => {
  if (access === 'public') return 'qualquer pessoa';
  if (access === 'login') return 'quem tem sessão';
  if (access === '*') return 'quem pode tudo (*)';
  if (typeof access === 'string') return access;
  if ('all' in access) return access.all.join(' e ');
  if ('any' in access) return `${access.any.join(' ou ')}; reduzido: ${access.ref.join(' ou ')}`;
  return access.join(' ou ');
};

const row = (endpoint: Endpoint) => `<tr>
  <td><code class="${endpoint.method}">${endpoint.method}</code></td>
  <td><code>/api${escaped(endpoint.path.replace(/:(\w+)/g, '{$1}'))}</code></td>
  <td>${escaped(endpoint.summary)}</td>
  <td class="who">${escaped(whoMay(endpoint.access))}</td>
</tr>`;

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:1120px;margin:32px auto;padding:0 24px;color:#1f1e19}
h1{font-size:22px}h2{font-size:15px;margin:32px 0 8px}p{color:#54534c}
div{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13px}td{padding:8px 12px 8px 0;border-top:1px solid #e9e8e4;vertical-align:top}
code{font:12.5px ui-monospace,monospace;white-space:nowrap}.GET{color:#1e5ba1}.POST,.PUT{color:#1b6d41}.PATCH{color:#8a5b00}.DELETE{color:#ac2722}.who{color:#65645e}`;

/** Plain HTML without scripts: works offline, under the same security policy as the rest. */
export function openApiPage(endpoints: readonly Endpoint[]): string {
  const groups = Map.groupBy(endpoints, (endpoint) => endpoint.path.split('/')[1] ?? '');
  const sections = [...groups].map(
    ([name, calls]) => `<h2>${escaped(name)}</h2><div><table>${calls.map(row).join('')}</table></div>`,
  );
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API da Morada</title><style>${STYLE}</style></head><body><main><h1>API da Morada</h1>
<p>Toda chamada leva <code>Authorization: Bearer {token}</code>. Valores em reais com até duas casas; datas AAAA-MM-DD; erros em
<code>application/problem+json</code>. A descrição completa, com os formatos, está em <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</main></body></html>`;
}

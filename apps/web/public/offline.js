// What a page of the staff's app is answered with where the browser would show its own, when it is loaded without a connection:
// the app's own frame, which says so in the page's place, or where it was never loaded here, a page of one sentence.
//
// Kept are the app's page and the files that it names, of one build at a time: they are the same for everybody. Answers of
// the server are never kept. With a connection every page comes from the server, so that a newer app is never held up.
const FRAME = registration.scope;
const BUILD = 'morada ';
/** Pages of their own, which have no use without the server. */
const ENTRY = /\/(?:login|setup)$/;

const AWAY = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="10">
<title>Sem conexão · Morada</title>
<style>
body { display: grid; min-height: 100dvh; margin: 0; padding: 16px; place-content: center; font: 1rem/1.5 system-ui, sans-serif; text-align: center; }
h1 { margin: 0; font-size: 1.25rem; }
a { display: inline-block; padding: 10px 16px; border: 1px solid; border-radius: 6px; color: inherit; text-decoration: none; }
</style>
<h1>Sem conexão com o servidor</h1>
<p>A Morada abre esta página assim que a conexão voltar.</p>
<p><a href="">Tentar de novo</a></p>
</html>
`;

const away = () =>
  new Response(AWAY, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });

const isEntry = ({ url }) => ENTRY.test(new URL(url).pathname);

/** One after another: each removes what others keep. */
let kept = Promise.resolve();
function keep(page) {
  kept = kept.then(() => keepBuild(page)).catch(() => undefined);
  return kept;
}

/** Keeps the app's page with the files that it names, in place of another build's. */
async function keepBuild(page) {
  const files = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)];
  const paths = files.map(([, path]) => path);
  const name = BUILD + paths.join(' ');
  const cache = await caches.open(name);
  if (!(await cache.match(FRAME))) {
    await cache.addAll(paths);
    // Last, so that a build without it is one that was left half way.
    await cache.put(FRAME, page);
  }
  const others = (await caches.keys()).filter((other) => other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}

/** The last page didn't come, whatever the browser thinks of its connection: a weak one, or a server that is down. */
let isAway = false;

async function load(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    isAway = false;
    // Without room for it, say, the page comes all the same.
    if (answer.ok && !isEntry(event.request)) event.waitUntil(keep(answer.clone()));
    return answer;
  } catch {
    isAway = true;
    return (!isEntry(event.request) && (await caches.match(FRAME))) || away();
  }
}

/** A file of the app, which the browser's own store may have lost. */
const find = async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

addEventListener('install', (event) => {
  skipWaiting();
  // The page that begins this worker was loaded before it.
  const first = fetch(FRAME).then((answer) => answer.ok && keep(answer));
  event.waitUntil(first.catch(() => undefined));
});

addEventListener('activate', (event) => {
  // The page is asked for while this worker starts.
  event.waitUntil(registration.navigationPreload?.enable());
});

addEventListener('fetch', (event) => {
  const { mode, destination } = event.request;
  if (mode === 'navigate') event.respondWith(load(event));
  else if ((isAway || !navigator.onLine) && (destination === 'script' || destination === 'style'))
    event.respondWith(find(event));
});

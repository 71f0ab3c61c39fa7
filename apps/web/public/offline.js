// The page that the staff's app shows where the browser would show its own, when a page is loaded without a connection. It
// stores nothing, and asks again by itself.
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

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return away();
  }
}

addEventListener('activate', (event) => {
  // The page is asked for while this worker starts.
  event.waitUntil(registration.navigationPreload?.enable());
});

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(load(event));
});

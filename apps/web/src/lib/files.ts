/** Opens in another tab the address that a call answers with. */
export async function openLink(call: () => Promise<{ url: string }>) {
  const tab = window.open('', '_blank'); // Before the call, or the browser takes it for an advertisement.
  try {
    const { url } = await call();
    if (tab) tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

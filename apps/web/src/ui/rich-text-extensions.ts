import { TextAlign } from '@tiptap/extension-text-align';
import { StarterKit } from '@tiptap/starter-kit';

/** What may be written, and no more: the server keeps nothing else either. */
export const richTextExtensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: false,
    code: false,
    codeBlock: false,
    // It would add an empty paragraph to a text that nobody touched.
    trailingNode: false,
    dropcursor: { class: 'drop-cursor', color: false },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
];

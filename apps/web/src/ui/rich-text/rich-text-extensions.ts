import { TextAlign } from '@tiptap/extension-text-align';
import { StarterKit } from '@tiptap/starter-kit';

/** Allowed formatting; the server strips everything else. */
export const richTextExtensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: false,
    code: false,
    codeBlock: false,
    // A trailing node would add an empty paragraph and mark an untouched text as changed.
    trailingNode: false,
    dropcursor: { class: 'drop-cursor', color: false },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
];

import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { themeCss } from './src/theme/theme-css.ts';

/**
 * `import 'virtual:theme.css'`: the theme's variables as a plain style sheet. Mantine would write them into the
 * page at run time, which the Content-Security-Policy forbids.
 */
function themeStyleSheet(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'morada:theme',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load: (source) => (source === id ? themeCss() : undefined),
  };
}

/** What any page of our components needs: the app, and their tests. */
export const componentPlugins = () => [react(), themeStyleSheet()];

import type { Locator, Page } from '@playwright/test';

// Checks that axe lacks. Each returns its faults, with words that locate them.

/** A screen of 1366 × 860 at 200 %, and the narrowest that must not need horizontal scrolling (WCAG 1.4.10). */
export const ZOOMED = { twice: { width: 683, height: 430 }, narrow: { width: 320, height: 568 } };

/** Text spacing that a reader may set (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

/** Runs `work` with wider text spacing. */
export async function spaced<T>(page: Page, work: () => Promise<T>): Promise<T> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, SPACED);
  try {
    return await work();
  } finally {
    await page.evaluate(() => document.adoptedStyleSheets.pop());
  }
}

/**
 * Horizontal scrolling of the page, text outside of it, and clipped text without its full value in a title. Content of
 * a scrolling box may be wider.
 */
export const cutOff = (place: Locator) =>
  place.evaluate((root) => {
    const found = new Set<string>();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} wide on ${clientWidth}`);
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim();
      const parent = text.parentElement;
      if (!words || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      // Skips invisible elements and honeypot fields.
      if (right - left === 0 || (right < 0 && parent.closest('[aria-hidden="true"]'))) continue;
      const why = outside(words, parent, { left, right, top, bottom });
      if (why) found.add(`“${words.slice(0, 60)}” ${why}`);
    }
    return [...found];

    type Box = { left: number; right: number; top: number; bottom: number };
    function outside(words: string, parent: Element, { left, right, top, bottom }: Box): string | undefined {
      const isTold = (from: Element) => from.closest('[title]')?.getAttribute('title')?.includes(words);
      for (let box: Element | null = parent; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        // Visually hidden: for screen readers only.
        if (style.clip === 'rect(0px, 0px, 0px, 0px)' || style.clipPath.startsWith('inset(50%')) return undefined;
        if (style.display === 'inline') continue;
        const wide = right > edge.right + 1.5 || left < edge.left - 1.5;
        const tall = bottom > edge.bottom + 4 || top < edge.top - 4;
        if (/auto|scroll/.test(style.overflowX) && wide) return undefined;
        if (/auto|scroll/.test(style.overflowY) && tall && !wide) return undefined;
        const shortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const hides = (way: string) => way === 'hidden' || way === 'clip';
        if ((wide && hides(style.overflowX)) || (tall && hides(style.overflowY))) {
          if (shortened && isTold(parent)) return undefined;
          return `is cut by ${box.outerHTML.slice(0, 100)}`;
        }
        if (style.position === 'fixed') break;
      }
      return right > innerWidth + 1.5 || left < -1.5 ? `stands outside: ${parent.outerHTML.slice(0, 100)}` : undefined;
    }
  });

/** Animations longer than a blink under reduced motion. */
export const moving = (page: Page) =>
  page.evaluate(() => {
    const BLINK = 0.1;
    const found = new Set<string>();
    const longest = (times: string) => Math.max(...times.split(',').map((time) => Number.parseFloat(time)));
    for (const element of document.querySelectorAll('body, body *'))
      for (const part of [null, '::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (part && style.content === 'none') continue;
        const moves = style.animationName !== 'none' && longest(style.animationDuration) > BLINK;
        const changes = style.transitionProperty !== 'none' && longest(style.transitionDuration) > BLINK;
        const scrolls = style.scrollBehavior === 'smooth';
        if (moves || changes || scrolls)
          found.add(`${element.outerHTML.slice(0, 100)} ${moves ? style.animationName : style.transitionDuration}`);
      }
    for (const animation of document.getAnimations())
      if (Number(animation.effect?.getComputedTiming().activeDuration) > BLINK * 1_000)
        found.add(`an animation runs: ${(animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 100)}`);
    return [...found];
  });

/**
 * Controls in Tab order that show no focus indicator (nothing in or around them changes), or are fully covered by
 * another element (WCAG 2.4.7, 2.4.11).
 */
export async function focusUnseen(page: Page, place: Locator): Promise<string[]> {
  // A key press switches the browser to keyboard modality.
  await page.keyboard.press('Shift');
  return place.evaluate(async (root) => {
    const before = document.activeElement as HTMLElement | null;
    const found = new Set<string>();
    const kinds = new Map<string, number>();
    const controls = [
      ...root.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]',
      ),
    ];
    for (const control of controls) {
      if (control.tabIndex < 0 || control.matches(':disabled, [data-focus-guard], [aria-hidden="true"]')) continue;
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert], [aria-hidden="true"]'))
        continue;
      const about = ['role', 'type', 'data-variant'].map((name) => control.getAttribute(name)).join(' ');
      const kind = `${control.tagName} ${control.className} ${about}`;
      const times = (kinds.get(kind) ?? 0) + 1;
      kinds.set(kind, times);
      // Checks a sample of similar controls in a column.
      if (times > 3) continue;
      const around: (Element | null)[] = [control, control.nextElementSibling];
      for (let above = control.parentElement; above && around.length < 6; above = above.parentElement)
        around.push(above);
      (document.activeElement as HTMLElement | null)?.blur();
      const unfocused = around.map(look);
      control.focus();
      if (document.activeElement !== control) continue;
      const focused = around.map(look);
      const name = `${control.outerHTML.slice(0, 140)}`;
      if (focused.join() === unfocused.join()) found.add(`the focus does not show: ${name}`);
      let over = covering(control);
      if (over) {
        // A popup of the previous control closes shortly after losing focus.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        over = covering(control);
      }
      if (over) found.add(`lies under ${over.outerHTML.slice(0, 100)}: ${name}`);
    }
    // The last control keeps no focus, nor the tooltip that it opens.
    (document.activeElement as HTMLElement | null)?.blur();
    before?.focus({ preventScroll: true });
    return [...found];

    function look(element: Element | null | undefined) {
      if (!element) return '';
      return [null, '::before', '::after']
        .map((part) => {
          const style = getComputedStyle(element, part);
          const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
          return [outline, style.boxShadow, style.borderColor, style.backgroundColor].join('|');
        })
        .join();
    }
    function covering(control: HTMLElement): Element | undefined {
      const shown = control.getBoundingClientRect();
      // Inputs drawn by their label or replaced by another button.
      if (shown.width < 2 || shown.height < 2) return undefined;
      const own = (at: Element | null) =>
        at !== null &&
        (control.contains(at) ||
          (at.contains(control) && at.matches('label, [class*="Input"]')) ||
          (control.closest('label')?.contains(at) ?? false) ||
          (control.parentElement?.contains(at) ?? false));
      let over: Element | undefined;
      // Of a control that is higher than the screen, the part in sight.
      const [top, bottom] = [Math.max(shown.top, 0), Math.min(shown.bottom, innerHeight)];
      for (const down of [0.5, 0.1, 0.9])
        for (const across of [0.5, 0.05, 0.95]) {
          const [x, y] = [shown.left + shown.width * across, top + (bottom - top) * down];
          if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
          const at = document.elementFromPoint(x, y);
          if (own(at)) return undefined;
          over ??= at ?? undefined;
        }
      return over ?? control;
    }
  });
}

/** Primary and close buttons that can't be scrolled into view and pressed. */
export const outOfReach = (window: Locator) =>
  window.evaluate((root) => {
    const found: string[] = [];
    for (const button of root.querySelectorAll(
      '[data-primary], button[data-variant="filled"], [aria-label="Fechar"]',
    )) {
      button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const inSight = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!inSight || !at || !(button.contains(at) || at.contains(button)))
        found.push(`out of reach: ${button.outerHTML.slice(0, 120)}`);
    }
    return found;
  });

/** States told by colour alone: without text or icon, or lines of one chart that look alike. */
export const colourOnlyStates = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const state of document.querySelectorAll('[data-tone]'))
      if (state.checkVisibility() && !state.textContent?.trim() && !state.querySelector('svg, [aria-label]'))
        found.push(`told by colour alone: ${state.outerHTML.slice(0, 120)}`);
    for (const picture of document.querySelectorAll('.recharts-surface')) {
      const dashes = [...picture.querySelectorAll('.recharts-line-curve')].map((line) =>
        line.getAttribute('stroke-dasharray'),
      );
      if (new Set(dashes).size < dashes.length) found.push(`lines told apart by colour alone: ${dashes.join(' | ')}`);
    }
    return found;
  });

/** Labels and icons more than 3 px off the vertical centre of their button. */
export const labelsOffCentre = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.mantine-Button-root, .mantine-ActionIcon-root')].flatMap((button) => {
      if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      const inner = button.querySelector('.mantine-Button-label') ?? button.querySelector('svg');
      if (!inner) return [];
      const range = document.createRange();
      if (inner.matches('.mantine-Button-label')) range.selectNodeContents(inner);
      else range.selectNode(inner);
      const { top, bottom } = range.getBoundingClientRect();
      const box = button.getBoundingClientRect();
      const off = (top + bottom) / 2 - (box.top + box.bottom) / 2;
      const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim().slice(0, 60);
      return bottom > top && Math.abs(off) > 3 ? [`the label of “${name}” is off its middle by ${off.toFixed(1)}`] : [];
    }),
  );

/**
 * Controls outside the window or a clipping box, reachable by horizontal scrolling only. Tabs, filters and editor
 * toolbars may scroll, with the next one half visible.
 */
export const outOfSight = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    for (const box of document.querySelectorAll('div:has(> table)'))
      if (box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
        found.add(`the table is ${box.scrollWidth} wide in ${box.clientWidth}: ${box.innerHTML.slice(0, 80)}`);
    for (const control of document.querySelectorAll('main :is(a, button, input, select, textarea)')) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.closest('[role="tablist"], [role="toolbar"], fieldset, [inert], [aria-hidden="true"]')) continue;
      const { left, right } = control.getBoundingClientRect();
      // Visually hidden, or drawn by its label.
      if (right - left < 3) continue;
      const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 60);
      for (let box = control.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (box !== document.documentElement && style.overflowX === 'visible') continue;
        const edge = box === document.documentElement ? { left: 0, right: innerWidth } : box.getBoundingClientRect();
        if (left >= edge.left - 1.5 && right <= edge.right + 1.5) continue;
        // A truncated name is clickable on its visible part.
        if (style.textOverflow === 'ellipsis' && left >= edge.left - 1.5) break;
        found.add(`“${name}” is out of sight by ${Math.round(Math.max(right - edge.right, edge.left - left))} px`);
        break;
      }
    }
    return [...found];
  });

/** Viewport of a phone. */
export const PHONE = { width: 390, height: 844 };

/** Fields of text below 16 px, into which an iPhone zooms. */
export const zoomedFields = (page: Page) =>
  page.evaluate(() => {
    const TYPED = 'input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), select, textarea';
    return [...document.querySelectorAll<HTMLInputElement>(TYPED)]
      .filter((field) => !field.closest('[aria-hidden="true"]'))
      .map((field) => ({ name: field.name, size: Number.parseFloat(getComputedStyle(field).fontSize) }))
      .filter(({ size }) => size < 16)
      .map(({ name, size }) => `“${name}” is typed at ${size} px`);
  });

/** What paper has no use for: menus, buttons and fields that are printed. */
export async function printedControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('nav, button, .button, input, select, textarea')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((control) => control.getBoundingClientRect().width > 2 && !control.closest('[aria-hidden="true"]'))
      .map((control) => `is printed: ${control.outerHTML.slice(0, 100)}`),
  );
  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
  return found;
}

/** Minimum height and width of a touch target in pixels. */
const FINGER = 44;
/** Explanations of a word or a figure keep the height of their line: axe asks 24 px of them. */
const EXPLAINS = /^(?:Como é calculado|O que é|Por quê\?)|: por quê\?$/;

/**
 * Controls on a phone below 44 px in height or width (docs/design.md, "Phone"). The area that takes the press is
 * measured: it may include the label, or exceed what is drawn. A link within a sentence may be as high as its line, and
 * a day as wide as a seventh of its calendar.
 */
export const smallTargets = (place: Locator) =>
  place.evaluate(
    (root, { finger, explains }) => {
      const found = new Set<string>();
      const before = scrollY;
      for (const control of root.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="option"], [role="menuitem"]',
      )) {
        if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (
          control.closest('[inert], [aria-hidden="true"]') ||
          control.matches(':disabled, input[readonly]:not(.mantine-Input-input)')
        )
          continue;
        const drawn = frameOf(control).getBoundingClientRect();
        // Drawn by its label, or by the button beside it; seen only with the focus in it.
        if (drawn.width < 3 || drawn.height < 3 || getComputedStyle(control).clipPath.startsWith('inset(50%')) continue;
        const name = nameOf(control);
        if (new RegExp(explains).test(name) || isInSentence(control)) continue;
        const leastWidth = control.closest('table') ? 36 : finger;
        if (drawn.height >= finger - 0.5 && drawn.width >= leastWidth - 0.5) continue;
        control.scrollIntoView({ block: 'center', inline: 'nearest' });
        const { width, height } = pressed(control);
        if (height < finger - 0.5 || width < leastWidth - 0.5)
          found.add(`“${name.slice(0, 60)}” is ${Math.round(width)} × ${Math.round(height)}`);
      }
      scrollTo(0, before);
      return [...found];

      /** The frame around a field counts as part of it. */
      function frameOf(control: HTMLElement) {
        return control.closest('.mantine-Input-wrapper') ?? control;
      }
      function nameOf(control: HTMLElement) {
        const [label] = (control as HTMLInputElement).labels ?? [];
        return (control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent ?? '').trim();
      }
      /** Size of the area around the control's centre in which a press reaches it. */
      function pressed(control: HTMLElement) {
        const { left, right, top, bottom } = frameOf(control).getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const labels = [...((control as HTMLInputElement).labels ?? [])];
        const reach = (across: number, down: number) => {
          let far = 0;
          for (; far < finger; far += 1) {
            const at = document.elementFromPoint(x + across * (far + 0.5), y + down * (far + 0.5));
            if (!at || ![control, ...labels].some((part) => part.contains(at))) break;
          }
          return far;
        };
        const width = Math.max(right - left, reach(-1, 0) + reach(1, 0));
        return { width, height: Math.max(bottom - top, reach(0, -1) + reach(0, 1)) };
      }
      function isInSentence(control: Element) {
        if (!control.matches('a, button') || getComputedStyle(control).display !== 'inline') return false;
        const beside = [...(control.parentElement?.childNodes ?? [])];
        return beside.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      }
    },
    { finger: FINGER, explains: EXPLAINS.source },
  );

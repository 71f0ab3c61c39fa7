// Photographs over the page open, turn and close by links alone. This adds the keys, keeps what is turned out of the
// history, and brings the focus along.
(() => {
  const viewer = document.querySelector('.viewer');
  const close = viewer.querySelector('.close');
  const isOpen = () => viewer.matches(':has(:target)');
  let opener;

  function turn(link) {
    const { className, hash } = link;
    location.replace(hash);
    const photograph = document.querySelector(hash);
    const same = photograph.querySelector(`[class="${className}"]`) ?? photograph.querySelector('a');
    (same ?? close).focus({ preventScroll: true });
  }

  function leave() {
    if (opener) history.back();
    else location.replace(close.hash);
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!viewer.contains(link)) {
      opener = link;
      return;
    }
    event.preventDefault();
    if (link === close) leave();
    else turn(link);
  });

  document.addEventListener('keydown', (event) => {
    if (!isOpen()) return;
    const { scrollLeft, clientWidth, children } = viewer.querySelector('ol');
    const seen = children[Math.round(scrollLeft / clientWidth)];
    const step = { ArrowLeft: '.previous', ArrowRight: '.next' }[event.key];
    if (event.key === 'Escape') leave();
    else if (!step) return;
    else if (seen.querySelector(step)) turn(seen.querySelector(step));
    event.preventDefault();
  });

  function follow() {
    if (isOpen()) close.focus({ preventScroll: true });
    else opener?.focus({ preventScroll: true });
  }
  // Turning changes the address too, and has taken the focus where it belongs.
  let wasOpen = false;
  addEventListener('hashchange', () => {
    if (isOpen() !== wasOpen) follow();
    wasOpen = isOpen();
  });
})();

// The only script that runs on load. It hydrates the page: immediately for members, on the first interaction for
// visitors. It adds script elements because 'strict-dynamic' in the CSP does not cover import().
{
  const boot = JSON.parse(document.getElementById('stoa-boot').textContent)
  const events = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
  const options = { capture: true, passive: true }
  let started = false

  const add = (name, fields) =>
    document.head.append(Object.assign(document.createElement(name), fields))

  const load = (src) =>
    new Promise((onload, onerror) => add('script', { type: 'module', src, onload, onerror }))

  const start = async () => {
    if (started) return
    started = true
    for (const type of events) removeEventListener(type, onInteraction, options)
    for (const src of boot.scripts) await load(src)
  }

  // Browsers send pointermove without movement when a page renders under a resting mouse.
  const onInteraction = ({ type, movementX, movementY }) => {
    if (type !== 'pointermove' || movementX !== 0 || movementY !== 0) start()
  }

  // The "/" shortcut must work before hydration.
  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return
    if (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]')) return
    const input = document.querySelector('[aria-keyshortcuts="/"]')
    if (!input?.offsetParent) return
    event.preventDefault()
    input.focus()
    input.select()
  })

  if (boot.when === 'now') start()
  else {
    for (const type of events) addEventListener(type, onInteraction, options)
    const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 2000))
    addEventListener('load', () =>
      whenIdle(() => boot.preload.forEach((href) => add('link', { rel: 'modulepreload', href }))),
    )
  }
}

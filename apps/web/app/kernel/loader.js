// The only script that runs before someone touches a page. It starts the application: at once for
// members, on the first sign of intent for visitors. It adds script elements instead of importing,
// because the policy trusts what a trusted script adds and not what it imports.
{
  const boot = JSON.parse(document.getElementById('stoa-boot').textContent)
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
  const options = { capture: true, passive: true }
  let started = false

  const add = (name, fields) =>
    document.head.append(Object.assign(document.createElement(name), fields))

  const load = (src) =>
    new Promise((onload, onerror) => add('script', { type: 'module', src, onload, onerror }))

  const start = async () => {
    if (started) return
    started = true
    for (const sign of signs) removeEventListener(sign, notice, options)
    for (const src of boot.scripts) await load(src)
  }

  // A page that is drawn under a mouse that rests gets events of it too.
  const notice = ({ type, movementX, movementY }) => {
    if (type !== 'pointermove' || movementX !== 0 || movementY !== 0) start()
  }

  // The key must not be lost on those whose application has not started.
  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return
    if (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]')) return
    const box = document.querySelector('[aria-keyshortcuts="/"]')
    if (!box?.offsetParent) return
    event.preventDefault()
    box.focus()
    box.select()
  })

  if (boot.when === 'now') start()
  else {
    for (const sign of signs) addEventListener(sign, notice, options)
    const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 2000))
    addEventListener('load', () =>
      whenIdle(() => boot.preload.forEach((href) => add('link', { rel: 'modulepreload', href }))),
    )
  }
}

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

  const withOwnKeys = 'input, textarea, select, [role=dialog], [role=menu], [role=listbox]'

  // On phones the search is a popover. Its field is focused during the tap, or no keyboard opens.
  const openSearch = (event) => {
    const input = document.querySelector('#header-search input')
    if (!input?.offsetParent) input?.closest('[popover]')?.showPopover?.()
    if (!input?.offsetParent) return
    event.preventDefault()
    input.focus()
    input.select()
  }
  addEventListener(
    'click',
    (event) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey
      if (!hasModifier && event.target.closest('[data-opens-search]')) openSearch(event)
    },
    true,
  )

  const moveInList = (key) => {
    const rows = [...document.querySelectorAll('.row-title a, main ol > li > :is(h2, h3) a')]
    const index = rows.indexOf(document.activeElement)
    if (key === 'o') rows[index]?.click()
    else rows[key === 'j' ? index + 1 : index - 1]?.focus()
  }

  // Shortcuts must work before hydration. The others are left to features/site/shell/shortcuts.tsx.
  const onShortcut = (event) => {
    const { key, target } = event
    if (document.documentElement.dataset.shortcuts === 'off') return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target.isContentEditable || target.closest(withOwnKeys)) return
    if (key === '/') openSearch(event)
    else if ('jko'.includes(key)) moveInList(key)
    else if ('u?'.includes(key)) {
      const shortcut = new CustomEvent('stoa:shortcut', { detail: key, cancelable: true })
      if (document.dispatchEvent(shortcut)) document.documentElement.dataset.pressed = key
    }
  }
  // Captured, because React stops the propagation of keys while it hydrates what they are for.
  addEventListener('keydown', onShortcut, true)

  // The browser decides which questions are new to its reader, because all visitors get the same cached pages.
  const newMarks = document.getElementsByClassName('row-new')
  const idOf = (url) => /\/questions\/(\w+)/.exec(url)?.[1] ?? ''
  let visit = {}
  let viewed = ''

  // A question is read when it is opened and again when it is left, after what the reader wrote there.
  const recordView = () => {
    const now = Date.now()
    try {
      const { last, previous, read = {} } = JSON.parse(localStorage.getItem('stoa.visit') ?? '{}')
      for (const url of [viewed, location.href]) {
        delete read[idOf(url)]
        read[idOf(url)] = now
      }
      visit = {
        last: now,
        previous: now - last > 30 * 60_000 ? last : previous,
        read: Object.fromEntries(Object.entries(read).slice(-200)),
      }
      localStorage.setItem('stoa.visit', JSON.stringify(visit))
    } catch {}
    viewed = location.href
  }

  const markNew = () => {
    if (viewed !== location.href) recordView()
    for (const mark of newMarks) {
      const row = mark.closest('li')
      const since = Math.max(visit.previous, visit.read?.[idOf(row.querySelector('a'))] ?? 0)
      mark.hidden = !(Date.parse(row.querySelector('time')?.dateTime) > since)
    }
  }
  markNew()
  new MutationObserver(markNew).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['datetime'],
  })
  // The back button may show the list as it was left.
  addEventListener('pageshow', () => {
    viewed = ''
    markNew()
  })

  if (boot.when === 'now') start()
  else {
    for (const type of events) addEventListener(type, onInteraction, options)
    // Scripts come before the first interaction only where they cost the reader nothing. Browsers that do not tell wait.
    const { saveData, effectiveType, downlink } = navigator.connection ?? {}
    const isFast = saveData === false && effectiveType === '4g' && downlink >= 4
    const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 2000))
    const preload = () =>
      boot.preload.forEach((href) => add('link', { rel: 'modulepreload', href }))
    if (isFast) addEventListener('load', () => whenIdle(preload))
  }
}

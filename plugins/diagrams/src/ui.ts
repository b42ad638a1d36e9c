import { definePlugin, type Host } from '@stoa/plugin-kit/ui'
import { createDrawer } from './drawer.ts'
import type { Drawing } from './messages.ts'
import { isDark, onThemeChanged } from './theme.ts'

let drawer: ReturnType<typeof createDrawer> | undefined

export default definePlugin({
  pieces(element, host) {
    const figure = new DiagramFigure(element, host)
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        figure.draw()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    const stopListening = onThemeChanged(() => figure.redraw())
    return () => {
      observer.disconnect()
      stopListening()
    }
  },
})

/** The image of a diagram, with its source below. */
class DiagramFigure {
  readonly #source: HTMLElement
  readonly #text: string
  readonly #host: Host
  #figure: HTMLElement | null = null
  #drawnDark: boolean | null = null

  constructor(element: HTMLElement, host: Host) {
    this.#source = element.closest<HTMLElement>('.code-block') ?? element
    this.#text = element.textContent
    this.#host = host
  }

  redraw() {
    if (this.#drawnDark !== null && this.#drawnDark !== isDark()) this.draw()
  }

  draw() {
    drawer ??= createDrawer(this.#host)
    const dark = isDark()
    this.#drawnDark = dark
    drawer(this.#text, dark).then(
      (drawing) => this.#show(drawing),
      (error: unknown) => this.#fail(error instanceof Error ? error.message : String(error)),
    )
  }

  #show({ svg, width, height, title, description }: Drawing) {
    if (!this.#source.isConnected) return
    const image = document.createElement('img')
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
    image.width = width
    image.height = height
    image.alt = [title || this.#host.t('diagram'), description].filter(Boolean).join('. ')
    if (this.#figure !== null) {
      this.#figure.querySelector('img')?.replaceWith(image)
      return
    }
    const details = document.createElement('details')
    const summary = document.createElement('summary')
    summary.textContent = this.#host.t('source')
    this.#figure = document.createElement('figure')
    this.#figure.className = 'plugin-diagrams-figure'
    this.#source.before(this.#figure)
    details.append(summary, this.#source)
    const scroller = document.createElement('div')
    scroller.className = 'plugin-diagrams-image'
    scroller.append(image)
    this.#figure.append(scroller, details)
  }

  #fail(message: string) {
    if (this.#figure !== null || !this.#source.isConnected) return
    const problem = document.createElement('p')
    problem.className = 'plugin-diagrams-problem'
    problem.textContent = this.#host.t('problem', { message })
    this.#source.before(problem)
  }
}

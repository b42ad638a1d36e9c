import { definePlugin, html } from '@stoa/plugin-kit/server'
import { toMathml, type FormulaProblem } from './formula.ts'

/** Of one text. */
const max = { formulas: 200, length: 20_000, mathml: 300_000 }

export default definePlugin({
  render(pieces, kit) {
    let length = 0
    let mathmlLength = 0
    return pieces.map((piece, index) => {
      if (piece.kind === 'link') return null
      const { source } = piece
      const isDisplay = piece.kind === 'fence' || piece.isDisplay
      length += source.length
      const isTooMuch = index >= max.formulas || length > max.length || mathmlLength > max.mathml
      const result = isTooMuch ? { problem: 'too_many' as const } : toMathml(source, isDisplay)
      if ('problem' in result) return showSource(source, textOf(result.problem, kit.t))
      mathmlLength += result.mathml.length
      const names = isDisplay ? 'plugin-math plugin-math-display' : 'plugin-math'
      const formula = `<span class="${names}" dir="ltr">${result.mathml}</span>`
      return piece.kind === 'fence' ? `<p>${formula}</p>` : formula
    })
  },
})

function textOf(problem: FormulaProblem, t: (key: string) => string) {
  return typeof problem === 'string' ? t(problem) : problem.message
}

function showSource(source: string, problem: string) {
  const names = 'plugin-math plugin-math-error'
  return html`<code class="${names}" dir="ltr" title="${problem}">${source}</code>`
}

import katex from 'katex'
import { showEverywhere } from './everywhere.ts'

export type FormulaProblem = 'too_long' | 'too_many' | { message: string }

const maxLength = 4000
const maxMathmlLength = 50_000
/** Expansions of macros, and the size of what TeX can ask for. */
const limits = { maxExpand: 500, maxSize: 20 }

/** MathML needs no fonts, no style sheet and no script, and screen readers read it. */
export function toMathml(
  source: string,
  isDisplay: boolean,
): { mathml: string } | { problem: FormulaProblem } {
  if (source.length > maxLength) return { problem: 'too_long' }
  try {
    const html = katex.renderToString(source, {
      output: 'mathml',
      displayMode: isDisplay,
      trust: false,
      strict: 'ignore',
      globalGroup: false,
      ...limits,
    })
    const mathml = /<math[^]*<\/math>/.exec(html)?.[0] ?? ''
    if (mathml.length > maxMathmlLength) return { problem: 'too_long' }
    return { mathml: showEverywhere(mathml) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: { message: message.replace(/^KaTeX parse error: /, '').slice(0, 300) } }
  }
}

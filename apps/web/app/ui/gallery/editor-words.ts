import english from '@stoa/locales/en_US.json'
import type { EditorWords } from '../editor/words.ts'

/** The gallery speaks English and has no translator. */
export const editorWords: EditorWords = (word, values = {}) => {
  if (word === 'words') return `${values.count} words`
  return english[`editor.${word}`].replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    String(values[name]),
  )
}

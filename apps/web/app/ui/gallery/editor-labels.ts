import english from '@stoa/locales/en_US.json'
import type { EditorLabels } from '../editor/labels.ts'

/** English only: the gallery renders without a translator. */
export const editorLabels: EditorLabels = (label, values = {}) => {
  if (label === 'words') return `${values.count} words`
  return english[`editor.${label}`].replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    String(values[name]),
  )
}

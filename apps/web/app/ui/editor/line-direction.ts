import { RangeSetBuilder, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'

const autoDirection = Decoration.line({ attributes: { dir: 'auto' } })

/** The direction of each line follows its first letter. */
export const lineDirection: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => {
      let lines = visibleLines(view)
      return {
        get lines() {
          return lines
        },
        update(update: ViewUpdate) {
          if (update.docChanged || update.viewportChanged) lines = visibleLines(update.view)
        },
      }
    },
    { decorations: (plugin) => plugin.lines },
  ),
]

function visibleLines(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      builder.add(line.from, line.from, autoDirection)
      at = line.to + 1
    }
  }
  return builder.finish()
}

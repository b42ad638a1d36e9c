import { Fragment } from 'react'
import { classNames } from './class-names.ts'
import { diffRows, type DiffRow, type DiffSide } from './diff-rows.ts'

type DiffViewProps = {
  before: string
  after: string
  mode: 'inline' | 'split'
  caption: string
  addedLabel: string
  removedLabel: string
  /** "12 unchanged lines". */
  gapText: (lines: number) => string
}

type Side = 'before' | 'after'

const MARK = {
  before: { sign: '−', highlight: 'bg-bad-mark' },
  after: { sign: '+', highlight: 'bg-ok-mark' },
}

function Cells(props: { side: Side; content: DiffSide | null; changed: boolean; label: string }) {
  const { side, content, changed, label } = props
  const tint = changed && content && (side === 'before' ? 'bg-bad-tint' : 'bg-ok-tint')
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <>
      <td className={classNames('diff-number', tint)}>{content?.line}</td>
      <td className={classNames('diff-sign', tint)}>
        {changed && content && (
          <>
            <span aria-hidden="true">{MARK[side].sign}</span>
            <span className="sr-only">{label}</span>
          </>
        )}
      </td>
      <td className={classNames('diff-text', tint)} dir="auto">
        {content?.parts.map((part, i) =>
          part.changed ? (
            <Mark key={i} className={classNames('rounded-sm no-underline', MARK[side].highlight)}>
              {part.text}
            </Mark>
          ) : (
            <Fragment key={i}>{part.text}</Fragment>
          ),
        )}
      </td>
    </>
  )
}

export function DiffView(props: DiffViewProps) {
  const { before, after, mode, caption, addedLabel, removedLabel, gapText } = props
  const beforeCells = (content: DiffSide | null, changed: boolean) => (
    <Cells side="before" content={content} changed={changed} label={removedLabel} />
  )
  const afterCells = (content: DiffSide | null, changed: boolean) => (
    <Cells side="after" content={content} changed={changed} label={addedLabel} />
  )
  const renderRow = (row: DiffRow, i: number) => {
    if (row.kind === 'gap') {
      return (
        <tr key={i} className="diff-gap">
          <td colSpan={mode === 'split' ? 6 : 3}>{gapText(row.lines)}</td>
        </tr>
      )
    }
    const changed = row.kind !== 'same'
    if (mode === 'split') {
      return (
        <tr key={i}>
          {beforeCells(row.before, changed)}
          {afterCells(row.after, changed)}
        </tr>
      )
    }
    if (!changed) return <tr key={i}>{afterCells(row.after, false)}</tr>
    return (
      <Fragment key={i}>
        {row.before && <tr>{beforeCells(row.before, true)}</tr>}
        {row.after && <tr>{afterCells(row.after, true)}</tr>}
      </Fragment>
    )
  }
  const side = [<col key="n" className="w-11" />, <col key="s" className="w-5" />, <col key="t" />]
  const columns =
    mode === 'split' ? [side, side].map((s, i) => <Fragment key={i}>{s}</Fragment>) : side
  return (
    <div
      role="region"
      aria-label={caption}
      // Scrollable, so it must be focusable by keyboard.
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border border-line"
    >
      <table className={classNames('diff', mode === 'split' && 'diff-split')}>
        <caption className="sr-only">{caption}</caption>
        <colgroup>{columns}</colgroup>
        <tbody>{diffRows(before, after).map(renderRow)}</tbody>
      </table>
    </div>
  )
}

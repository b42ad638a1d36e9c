import type { MarkdownIt, Token } from 'markdown-it'

/** Renders `- [x] done` as a disabled checkbox, in a label for accessibility. */
export function renderTaskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task_lists', (state) => {
    state.tokens.forEach((token, index) => {
      const item = state.tokens[index - 2]
      const first = token.children?.[0]
      if (token.type !== 'inline' || item?.type !== 'list_item_open') return
      if (first?.type !== 'text' || !/^\[[ xX]\] /.test(first.content)) return

      const isDone = first.content[1] !== ' '
      first.content = first.content.slice(3)
      item.attrSet('class', 'task')
      token.children = [
        new state.Token('label_open', 'label', 1),
        checkbox(new state.Token('task_checkbox', 'input', 0), isDone),
        ...(token.children ?? []),
        new state.Token('label_close', 'label', -1),
      ]
    })
  })
}

function checkbox(token: Token, isDone: boolean): Token {
  token.attrs = [
    ['type', 'checkbox'],
    ['disabled', ''],
  ]
  if (isDone) token.attrPush(['checked', ''])
  return token
}

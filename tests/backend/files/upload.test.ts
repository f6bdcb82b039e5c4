/** Uploads and downloads of specification 7, with the limits and messages of 5 and 8. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { downloadPaths, uploadLimit, uploadPaths } from "~/contract/files";
import { StoreFailed } from "~server/backend/files/store-failed";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fetched, picture, send, svg } from "./uploading";

let backend: TestBackend;
let stranger: string;
beforeAll(async () => {
  backend = await openTestBackend();
  stranger = await backend.createCorp("0002");
});
afterAll(() => backend.close());

const messageOf = async (bytes: Uint8Array | string, name: string, path: string = uploadPaths.image) => {
  const reply = await send(backend, path, [{ bytes, name }]);
  return reply.success ? "" : reply.message;
};

describe("what may come in", () => {
  it("5s only png, jpg, jpeg, gif and svg: told by content, not by name", async () => {
    for (const format of ["png", "jpeg", "gif"] as const) {
      expect(await messageOf(await picture(format), `a.${format}`)).toBe("");
    }
    expect(await messageOf(svg('<rect width="5" height="5"/>'), "a.svg")).toBe("");
    expect(await messageOf(await picture("png"), "photo")).toBe("");
    const lies = await send(backend, uploadPaths.image, [{ bytes: await picture("png"), name: "a.jpg" }]);
    expect(lies.data).toMatch(/\.png$/);
  });

  it("5s what is no image, whatever its name: 只能上传图片", async () => {
    for (const bytes of ["hello", "<html><script>alert(1)</script>", "%PDF-1.7", "GIF9", "\u0000\u0001"]) {
      expect(await messageOf(bytes, "a.png")).toBe("只能上传图片");
    }
  });

  it("5s an image of another type, by content or by name: 上传图片类型只能为png、jpg、jpeg、svg、gif", async () => {
    const message = "上传图片类型只能为png、jpg、jpeg、svg、gif";
    expect(await messageOf(await picture("webp"), "a.png")).toBe(message);
    expect(await messageOf(await picture("png"), "a.exe")).toBe(message);
  });

  it("5t 5v 9b 10 MB and more: 上传图片大小不能超过 10MB!, one byte less is taken", async () => {
    const png = await picture("png");
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    expect(await messageOf(padded(uploadLimit), "a.png")).toBe("上传图片大小不能超过 10MB!");
    expect(await messageOf(padded(uploadLimit - 1), "a.png")).toBe("");
    expect(await messageOf(Buffer.alloc(uploadLimit), "a.pdf", uploadPaths.manage)).toBe("上传文件大小不能超过 10MB!");
    const huge = await send(backend, uploadPaths.image, [{ bytes: padded(uploadLimit + 400_000), name: "a.png" }]);
    expect([huge.status, huge.message]).toEqual([413, "上传图片大小不能超过 10MB!"]);
  });

  it("8l a picture that cannot be read: 上传失败，请联系管理员", async () => {
    const png = await picture("png", 400, 400);
    expect(await messageOf(png.subarray(0, 60), "a.png")).toBe("上传失败，请联系管理员");
    expect(await messageOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500)]), "a.jpg")).toBe(
      "上传失败，请联系管理员",
    );
  });

  it("5w 9b one file by default; more is warned of with limit, chosen and total", async () => {
    const png = { bytes: await picture("png"), name: "a.png" };
    expect((await send(backend, uploadPaths.image, [png, png])).errors).toEqual({
      file: ["当前限制选择 1 个文件，本次选择了 2 个文件，共选择了 2 个文件"],
    });
    const several = await send(backend, uploadPaths.multiple, [png, png, { bytes: "a,b\n1,2", name: "a.csv" }]);
    expect(several.data).toHaveLength(3);
    expect((await send(backend, uploadPaths.multiple, Array(10).fill(png))).status).toBe(422);
    expect((await send(backend, uploadPaths.image, [])).errors).toEqual({ file: ["请选择要上传的文件"] });
  });

  it("7ah every upload endpoint takes pictures, and answers where the file is", async () => {
    const png = { bytes: await picture("png"), name: "a.png" };
    const served = { public: "/img/", menu: "/img/" } as Record<string, string>;
    for (const [name, path] of Object.entries(uploadPaths)) {
      const { status, data } = await send(backend, path, [png]);
      const [stored = ""] = [data].flat();
      expect([status, stored.slice(0, 5)], name).toEqual([200, (served[name] ?? "/images/").slice(0, 5)]);
      expect((await fetched(backend, stored)).status, name).toBe(200);
    }
  });

  it("documents and media by their content; scripts and pages never", async () => {
    const kindOf = async (bytes: Uint8Array | string, name: string, path: string = uploadPaths.manage) =>
      (await send(backend, path, [{ bytes, name }])).data?.split(/[/.]/).filter((part) => part !== "")[0] ?? "";
    expect(await kindOf("%PDF-1.7 …", "a.pdf")).toBe("files");
    expect(await kindOf("PK\u0003\u0004…", "a.xlsx")).toBe("files");
    expect(await kindOf("ID3\u0003…", "a.mp3", uploadPaths.media)).toBe("media");
    expect(await kindOf(await picture("png"), "a.png")).toBe("images");
    for (const name of ["a.html", "a.js", "a.exe", "a.svg.html", "a"]) {
      expect(await messageOf("<script>alert(1)</script>", name, uploadPaths.manage)).toBe("不支持此类型的文件");
    }
    expect(await messageOf("MZ\u0090", "a.exe", uploadPaths.multiple)).toBe("不支持此类型的文件");
  });
});

describe("what becomes of a picture", () => {
  const stored = (path: string) => Buffer.from(backend.store.files.get(path.slice(1))?.bytes ?? []);

  it("7ag isCompress makes it smaller; without, its size stays", async () => {
    const noisy = await sharp({
      create: {
        width: 2400,
        height: 1200,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 30 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    const upload = async (isCompress: string) =>
      stored(
        (await send(backend, uploadPaths.image, [{ bytes: noisy, name: "a.jpg" }], { fields: { isCompress } })).data,
      );
    const [small, same] = [await upload("T"), await upload("F")];
    expect(small.length).toBeLessThan(noisy.length / 2);
    expect((await sharp(small).metadata()).width).toBe(1920);
    expect((await sharp(same).metadata()).width).toBe(2400);
  });

  it("is made anew: what was hidden in it is gone, place and camera too", async () => {
    const spying = await sharp(await picture("jpeg"))
      .withExif({ IFD0: { Copyright: "secret-camera" } })
      .toBuffer();
    const bytes = Buffer.concat([spying, Buffer.from("<?php system($_GET[0]); ?><script>alert(1)</script>")]);
    const { data } = await send(backend, uploadPaths.image, [{ bytes, name: "a.jpg" }]);
    const kept = stored(data).toString("latin1");
    for (const trace of ["secret-camera", "<script", "<?php"]) expect(kept).not.toContain(trace);
  });

  it("an animated gif stays animated", async () => {
    const frames = Buffer.alloc(20 * 40 * 3);
    frames.fill(200, 20 * 20 * 3);
    const gif = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const { data } = await send(backend, uploadPaths.image, [{ bytes: gif, name: "a.gif" }]);
    expect((await sharp(stored(data), { animated: true }).metadata()).pages).toBe(2);
  });

  it("a bomb of pixels is refused", async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: "#fff" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(await messageOf(bomb, "a.png")).toBe("上传失败，请联系管理员");
  });

  it("has a thumbnail", async () => {
    const { data } = await send(backend, uploadPaths.image, [{ bytes: await picture("png", 900, 600), name: "a.png" }]);
    const answer = await fetched(backend, `${data}?thumb=1`);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(200);
  });
});

describe("who may read it", () => {
  it("a file belongs to its tenant: another's is not found, nobody's token is refused", async () => {
    const { data } = await send(backend, uploadPaths.image, [{ bytes: await picture("png"), name: "a.png" }]);
    expect((await fetched(backend, data)).status).toBe(200);
    for (const path of [data, `${data}?thumb=1`, `${downloadPaths.file}?filePath=${data}`]) {
      expect((await fetched(backend, path, stranger)).status).toBe(404);
      expect((await fetched(backend, path, "")).status).toBe(401);
    }
    expect((await fetched(backend, `${downloadPaths.privateLink}?filePath=${data}`, stranger)).status).toBe(404);
  });

  it("7aj an upload needs a token, and answers another corp's code as unknown", async () => {
    const png = { bytes: await picture("png"), name: "a.png" };
    expect((await send(backend, uploadPaths.image, [png], { as: "" })).status).toBe(401);
    expect((await send(backend, uploadPaths.image, [png], { fields: { corpCode: "0002" } })).status).toBe(404);
    expect((await send(backend, uploadPaths.image, [png], { fields: { corpCode: "0001" } })).status).toBe(200);
  });

  it("7ac a private link needs no token, and ends; changed, it opens nothing", async () => {
    backend.setNow(new Date("2026-11-21T08:00:00Z"));
    const { data } = await send(backend, uploadPaths.manage, [{ bytes: "%PDF-1.7", name: "合同.pdf" }]);
    const link = await fetched(backend, `${downloadPaths.privateLink}?filePath=${data}`);
    const { data: address } = (await link.json()) as { data: string };
    const answer = await fetched(backend, address, "");
    expect([answer.status, await answer.text()]).toEqual([200, "%PDF-1.7"]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const other = await send(backend, uploadPaths.manage, [{ bytes: "%PDF-1.4", name: "b.pdf" }]);
    expect((await fetched(backend, address.replace(data, other.data), "")).status).toBe(401);
    expect((await fetched(backend, address.replace(/expires=\d/, "expires=9"), "")).status).toBe(401);
    expect((await fetched(backend, address.replace(/signature=./, "signature=!"), "")).status).toBe(401);
    backend.setNow(new Date("2026-11-21T08:15:01Z"));
    expect((await fetched(backend, address, "")).status).toBe(401);
    backend.setNow(null);
  });

  it("a public picture is shown to everybody, and only that one", async () => {
    const { data } = await send(backend, uploadPaths.public, [{ bytes: await picture("png"), name: "logo.png" }]);
    expect(data).toMatch(/^\/img\/0001\//);
    expect((await fetched(backend, data, "")).headers.get("cache-control")).toMatch(/^public/);
    expect((await fetched(backend, data.replace("/img/", "/images/"), "")).status).toBe(401);
  });

  it.each(["/images/../../etc/passwd", "/images/0001/202611/x.png", "/files/%2e%2e%2f", "/images/"])(
    "%s is not found",
    async (path) => {
      expect((await fetched(backend, path)).status).toBe(404);
    },
  );
});

describe("what neither form nor store can do", () => {
  it("no field and no name of a form leads a file out of its prefix", async () => {
    const fields = { path: "../../other", prefix: "/etc", key: "../x", filePath: "/img/0002/x.png", dir: "..%2f.." };
    const { data } = await send(
      backend,
      uploadPaths.manage,
      [{ bytes: "%PDF-1.7", name: "../../img/0002/a%2f..%2f.pdf" }],
      {
        fields,
      },
    );
    expect(data).toMatch(/^\/files\/0001\/\d{6}\/[a-z2-7]{26}\.pdf$/);
    expect(
      [...backend.store.files.keys()].filter((key) => !/^(files|images|img|media)\/0001\/\d{6}\/[\w.]+$/.test(key)),
    ).toEqual([]);
  });

  it("a store that fails is a 503 with a sentence, and nothing that it says reaches the caller", async () => {
    const { put, get } = backend.store;
    const { data } = await send(backend, uploadPaths.image, [{ bytes: await picture("png"), name: "a.png" }]);
    const fails = async () => {
      throw new StoreFailed("The file store answered 403 to PUT.");
    };
    Object.assign(backend.store, { put: fails, get: fails });
    try {
      const reply = await send(backend, uploadPaths.image, [{ bytes: await picture("png"), name: "a.png" }]);
      expect([reply.status, reply.message]).toEqual([503, "文件存储暂时不可用，请稍后重试"]);
      expect((await fetched(backend, data)).status).toBe(503);
    } finally {
      Object.assign(backend.store, { put, get });
    }
    expect((await fetched(backend, data)).status).toBe(200);
  });
});

describe("how it is served", () => {
  it("no script of it runs, whatever it is: sandbox, no sniffing; a document is kept, not shown", async () => {
    const { data } = await send(backend, uploadPaths.image, [{ bytes: svg("<circle r='2'/>"), name: "a.svg" }]);
    const answer = await fetched(backend, data);
    expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const text = await send(backend, uploadPaths.manage, [{ bytes: "<script>alert(1)</script>", name: "票 价.txt" }]);
    const served = await fetched(backend, text.data);
    expect(served.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(served.headers.get("content-disposition")).toContain("attachment");
  });

  it("7ai downloads carry the name that the file came with", async () => {
    const { data } = await send(backend, uploadPaths.ski, [{ bytes: "%PDF-1.7", name: "C:\\雪具\\租赁 表.pdf" }]);
    const answer = await fetched(backend, `${downloadPaths.ski}?filePath=${data}`);
    expect(answer.headers.get("content-disposition")).toContain(
      `filename*=UTF-8''${encodeURIComponent("租赁 表.pdf")}`,
    );
    const other = await send(backend, uploadPaths.manage, [{ bytes: "%PDF-1.7", name: "a.pdf" }]);
    expect((await fetched(backend, `${downloadPaths.ski}?filePath=${other.data}`)).status).toBe(404);
    expect((await fetched(backend, `${downloadPaths.file}?filePath=${other.data}`)).status).toBe(200);
  });

  it("parts of sound and film, as players ask for them", async () => {
    const { data } = await send(backend, uploadPaths.media, [{ bytes: "ID3456789", name: "a.mp3" }]);
    const part = async (range: string) => {
      const answer = await fetched(backend, data, backend.admin, { range });
      return [answer.status, await answer.text(), answer.headers.get("content-range")];
    };
    expect(await part("bytes=3-5")).toEqual([206, "456", "bytes 3-5/9"]);
    expect(await part("bytes=7-")).toEqual([206, "89", "bytes 7-8/9"]);
    expect(await part("bytes=-2")).toEqual([206, "89", "bytes 7-8/9"]);
    expect(await part("bytes=20-30")).toEqual([416, "", "bytes */9"]);
  });

  it("7ai downloadTemplate answers a sheet with the columns of a resource", async () => {
    const answer = await fetched(backend, `${downloadPaths.template}?template=park`);
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    expect((await fetched(backend, `${downloadPaths.template}?template=none`)).status).toBe(404);
    expect((await fetched(backend, `${downloadPaths.template}?template=park`, "")).status).toBe(401);
  });
});

import { describe, expect, test } from "vitest";
import { readSettings } from "./config.ts";

const key = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };

describe("settings of an S3 store", () => {
  test("an operator who gives some is told of every one that is missing", () => {
    const given = { S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "fotos" };
    expect(() => readSettings(given)).toThrow(
      new Error(
        "S3_ACCESS_KEY_ID: must be given when another S3 setting is\nS3_SECRET_ACCESS_KEY: must be given when another S3 setting is",
      ),
    );
  });

  test("an operator need not name the address of AWS, whose buckets are part of the host name", () => {
    const given = { ...key, S3_BUCKET: "fotos", S3_REGION: "eu-west-1" };
    expect(readSettings(given).s3).toMatchObject({
      endpoint: "https://s3.eu-west-1.amazonaws.com",
      forcePathStyle: false,
    });
  });

  test("an operator of another store has the bucket in the path, unless it is told otherwise", () => {
    const given = { ...key, S3_BUCKET: "fotos", S3_ENDPOINT: "http://minio:9000" };
    expect(readSettings(given).s3?.forcePathStyle).toBe(true);
    expect(readSettings({ ...given, S3_FORCE_PATH_STYLE: "false" }).s3?.forcePathStyle).toBe(false);
  });

  test("an operator of several processes must give the secret that they share", () => {
    const given = { ...key, S3_BUCKET: "fotos", DATABASE_URL: "postgres://db.example/vitrina" };
    expect(() => readSettings(given)).toThrow(
      new Error("JWT_SECRET: must be given when DATABASE_URL is, so that all processes share it"),
    );
  });

  test("without any of them files are kept in DATA_DIR", () => {
    expect(readSettings({}).s3).toBeUndefined();
  });
});

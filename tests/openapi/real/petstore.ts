// Pets, as its document has them: JSON, a list in the query, a path with a value, an image as bytes, a key in a header.

import { type Api, lastOf } from "./api-server.ts";

interface Pet {
  readonly id: number;
  readonly tags?: readonly { readonly name: string }[];
}

export function createPetstore(): Api {
  const pets = new Map<number, Pet>();
  return ({ method, path, query, headers, body }) => {
    const own = path.replace("/api/v3", "");
    if (own === "/pet" && method === "POST") {
      const pet = JSON.parse(body.toString()) as Pet;
      pets.set(pet.id, pet);
      return { body: pet };
    }
    if (own === "/pet/findByTags") {
      const tags = query.getAll("tags");
      return { body: [...pets.values()].filter((pet) => pet.tags?.some(({ name }) => tags.includes(name))) };
    }
    if (own.endsWith("/uploadImage"))
      return { body: { code: 200, type: headers["content-type"], message: `${query.get("additionalMetadata")}: ${body.toString("hex")}` } };
    const pet = pets.get(Number(lastOf(own)));
    if (pet === undefined) return { status: 404, headers: { "content-type": "text/plain" }, body: "Pet not found" };
    if (method === "DELETE") pets.delete(pet.id);
    return method === "DELETE" ? {} : { body: { ...pet, key: headers.api_key ?? null } };
  };
}
